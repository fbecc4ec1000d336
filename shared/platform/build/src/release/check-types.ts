import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { findApps, type App } from '@composed/apps';
import { installPackage } from '@composed/command/packages.mjs';
import * as v from 'valibot';

const run = promisify(execFile);

/**
 * Returns the executable of TypeScript 7 for this machine. The script of the package would start it as a child process
 * and not pass signals on.
 */
export const typeScriptProgram = () =>
  createRequire(import.meta.url)
    .resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)
    .replace(/package\.json$/, 'lib/tsc');

/**
 * Checks the types of the sources that browsers load. It uses one thread, since a bundler runs at the same time, and no
 * cache, since the compiler's cache misses type changes of JSON files.
 * @param root contains tsconfig.browser.json, or a tsconfig.json for all sources
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
  await installPackage('typescript-7');
  // On other signals the compiler first finishes its current stage.
  const killSignal = 'SIGKILL';
  const checking = run(typeScriptProgram(), options, { cwd: root, signal, killSignal });
  const kill = () => checking.child.kill(killSignal);
  process.once('exit', kill);
  try {
    await checking;
    return [];
  } catch (error) {
    const report = v.safeParse(v.object({ stdout: v.pipe(v.string(), v.nonEmpty()) }), error);
    if (!report.success) throw error;
    return report.output.stdout.trim().split(/\n(?=\S)/);
  } finally {
    process.off('exit', kill);
  }
}

/** Whether an error is a syntax error (TS1…). The bundler reports those. */
export const isSyntaxError = (error: string) => /error TS1\d{3}: /.test(error);

/** The builds of one command share a signal, and with it one check. */
const checks = new WeakMap<AbortSignal, Promise<readonly string[]>>();

function findOnce(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const errors = checks.get(signal) ?? findTypeErrors(root, signal);
  checks.set(signal, errors);
  return errors;
}

/**
 * Checks the types of one app’s browser sources and of the packages that it shares, since bundlers only strip types.
 * @param root the workspace root
 * @param signal ends the check, and the builds that share it
 * @returns the errors of the compiler, each with its file and line; '' without errors
 */
export async function checkTypes(root: string, app: App, signal?: AbortSignal): Promise<string> {
  const otherApps = findApps(root).filter(({ name }) => name !== app.name);
  const isInOtherApp = (error: string) =>
    otherApps.some(({ folder }) => error.startsWith(`${folder}/`));
  const errors = await (signal ? findOnce(root, signal) : findTypeErrors(root));
  return errors.filter((error) => !isInOtherApp(error)).join('\n');
}
