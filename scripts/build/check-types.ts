import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { App } from '@shopwright/shared/build/apps';
import * as v from 'valibot';

const run = promisify(execFile);

/**
 * TypeScript 7 for this machine; webpack's loader needs version 6, which can be called from a program. Its
 * package's own script starts this one and cannot pass a signal on.
 */
export const typeScriptProgram = () =>
  createRequire(import.meta.url)
    .resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)
    .replace(/package\.json$/, 'lib/tsc');

/** Checks what browsers load, and writes nothing. One processor: webpack is at work beside it. */
export const checkBrowserProject = [
  ...['-p', 'tsconfig.browser.json', '--noEmit', '--emitDeclarationOnly', 'false'],
  ...['--composite', 'false', '--pretty', 'false', '--singleThreaded'],
];

/**
 * Checks the types of what browsers load of one app and of what it shares: webpack only takes them out.
 * @param root the workspace root
 * @returns what the compiler says, file, line and error; '' when all is well
 */
export async function checkTypes(root: string, { folder }: App): Promise<string> {
  try {
    const options = [...checkBrowserProject, '--tsBuildInfoFile', 'null'];
    await run(typeScriptProgram(), options, { cwd: root });
    return '';
  } catch (error) {
    const failed = v.safeParse(v.object({ stdout: v.pipe(v.string(), v.nonEmpty()) }), error);
    if (!failed.success) throw error;
    const isOfOthers = new RegExp(`^(?!${folder}/)(?:host|remote-[^/]+)/`);
    const errors = failed.output.stdout.trim().split(/\n(?=\S)/);
    return errors.filter((each) => !isOfOthers.test(each)).join('\n');
  }
}
