import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { findApps, type App } from '@shopwright/shared/build/apps';
import * as v from 'valibot';

const run = promisify(execFile);

/** TypeScript 7 for this machine. Its package's own script starts this one and cannot pass a signal on. */
export const typeScriptProgram = () =>
  createRequire(import.meta.url)
    .resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)
    .replace(/package\.json$/, 'lib/tsc');

/** The project of what browsers load, relative to the root, which may have one for all that there is. */
export const browserProject = (root: string) =>
  ['tsconfig.browser.json'].find((own) => existsSync(path.join(root, own))) ?? 'tsconfig.json';

/** Checks what browsers load, and writes nothing. One processor: webpack is at work beside it. */
export function checkBrowserProject(root: string): string[] {
  return [
    ...['-p', browserProject(root)],
    ...['--noEmit', '--emitDeclarationOnly', 'false'],
    ...['--composite', 'false', '--pretty', 'false', '--singleThreaded'],
  ];
}

/**
 * Checks the types of what browsers load of one app and of what it shares: webpack only takes them out.
 * @param root the workspace root
 * @returns what the compiler says, file, line and error; '' when all is well
 */
export async function checkTypes(root: string, app: App): Promise<string> {
  try {
    const options = [...checkBrowserProject(root), '--tsBuildInfoFile', 'null'];
    await run(typeScriptProgram(), options, { cwd: root });
    return '';
  } catch (error) {
    const failed = v.safeParse(v.object({ stdout: v.pipe(v.string(), v.nonEmpty()) }), error);
    if (!failed.success) throw error;
    const others = findApps(root).filter(({ name }) => name !== app.name);
    const errors = failed.output.stdout.trim().split(/\n(?=\S)/);
    const isOfOthers = (each: string) => others.some(({ folder }) => each.startsWith(`${folder}/`));
    return errors.filter((each) => !isOfOthers(each)).join('\n');
  }
}
