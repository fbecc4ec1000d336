import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { findApps, type App } from '@composed/apps';
import { providePackage } from '@composed/command/packages.mjs';
import * as v from 'valibot';

const run = promisify(execFile);

/** TypeScript 7 for this machine. Its package's own script starts this one and cannot pass a signal on. */
export const typeScriptProgram = () =>
  createRequire(import.meta.url)
    .resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)
    .replace(/package\.json$/, 'lib/tsc');

/**
 * Checks the sources that browsers load. It takes one processor, beside webpack. No cache is kept between runs, since
 * the compiler's would miss a change of a JSON file's type.
 * @param root has a project for browsers alone, or one for everything
 * @returns the errors of the compiler, each with its file and line
 */
export async function findTypeErrors(root: string, signal?: AbortSignal) {
  const browserProject = 'tsconfig.browser.json';
  const options = [
    '-p',
    existsSync(path.join(root, browserProject)) ? browserProject : 'tsconfig.json',
    '--noEmit',
    '--emitDeclarationOnly',
    'false',
    '--composite',
    'false',
    '--incremental',
    'false',
    '--pretty',
    'false',
    '--singleThreaded',
  ];
  await providePackage('typescript-7');
  // It finishes a stage before it ends on any other signal.
  const killSignal = 'SIGKILL';
  const checking = run(typeScriptProgram(), options, { cwd: root, signal, killSignal });
  const end = () => checking.child.kill(killSignal);
  process.once('exit', end);
  try {
    await checking;
    return [];
  } catch (error) {
    const failed = v.safeParse(v.object({ stdout: v.pipe(v.string(), v.nonEmpty()) }), error);
    if (!failed.success) throw error;
    return failed.output.stdout.trim().split(/\n(?=\S)/);
  } finally {
    process.off('exit', end);
  }
}

/** Errors of syntax (TS1…) are the bundler's to report: it stops at the first. */
export const isSyntaxError = (error: string) => /error TS1\d{3}: /.test(error);

/** One check for all builds that the same signal ends. */
const checks = new WeakMap<AbortSignal, Promise<readonly string[]>>();

function findOnce(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const errors = checks.get(signal) ?? findTypeErrors(root, signal);
  checks.set(signal, errors);
  return errors;
}

/**
 * Checks the types of one app’s sources for browsers, and of its shared packages, since webpack only strips types.
 * @param root the workspace root
 * @param signal of the builds that run beside this
 * @returns the errors of the compiler, each with its file and line; '' without any
 */
export async function checkTypes(root: string, app: App, signal?: AbortSignal): Promise<string> {
  const otherApps = findApps(root).filter(({ name }) => name !== app.name);
  const isOfOthers = (each: string) =>
    otherApps.some(({ folder }) => each.startsWith(`${folder}/`));
  const errors = await (signal ? findOnce(root, signal) : findTypeErrors(root));
  return errors.filter((each) => !isOfOthers(each)).join('\n');
}
