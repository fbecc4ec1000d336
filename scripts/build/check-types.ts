import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { App } from 'shared/build/apps';
import * as v from 'valibot';

const run = promisify(execFile);
const failure = v.object({ stdout: v.pipe(v.string(), v.nonEmpty()) });

/**
 * TypeScript 7 for this machine; webpack and ESLint need version 6, which can be called from a program. Its
 * package's own script starts this one and cannot pass a signal on.
 */
export const typeScriptProgram = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    ),
  ),
  'lib/tsc',
);

/** One processor: webpack is at work beside it, and one is hardly slower than two. */
const checkOnce = ['--pretty', 'false', '--singleThreaded'];

/**
 * Checks the types of what browsers load of one app: webpack only takes them out.
 * @param root the workspace root
 * @returns what the compiler says, file, line and error; '' when all is well
 */
export async function checkTypes(root: string, app: App): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'types-'));
  const project = path.join(folder, 'tsconfig.json');
  // Declarations of what is no TypeScript, such as style sheets, stand in shared.
  const include = [`${app.folder}/src`, '*/src/**/*.d.ts'].map((glob) => path.join(root, glob));
  const settings = {
    extends: path.join(root, 'tsconfig.browser.json'),
    compilerOptions: {
      rootDir: root,
      noEmit: true,
      emitDeclarationOnly: false,
      composite: false,
      incremental: false,
    },
    include,
  };
  try {
    await writeFile(project, JSON.stringify(settings));
    await run(typeScriptProgram, ['-p', project, ...checkOnce], { cwd: root });
    return '';
  } catch (error) {
    const failed = v.safeParse(failure, error);
    if (!failed.success) throw error;
    return failed.output.stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}
