import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import { checkBrowserProject, typeScriptProgram } from '../build/check-types';

/**
 * Collects what `tsc --watch` prints into whole errors.
 * @param report gets all errors at the end of each check, in TypeScript's words
 */
export function typeErrorCollector(report: (errors: readonly string[]) => void) {
  let errors: string[] = [];
  return function take(line: string): void {
    if (/(?:^|: )error TS\d+: /.test(line)) errors.push(line);
    else if (/^\s+\S/.test(line)) errors.push(`${errors.pop() ?? ''}\n${line}`);
    else if (/Found \d+ errors?\. Watching/.test(line)) {
      // Errors of syntax (TS1…) are the bundler's to report: it stops at the first.
      report(errors.filter((error) => !/error TS1\d{3}: /.test(error)));
      errors = [];
    }
  };
}

/**
 * Checks the types of every app at each edit, beside the dev servers, which do not wait for it.
 * @returns ends it
 */
export function watchTypes(report: (errors: readonly string[]) => void): () => void {
  const remembered = ['--incremental', '--tsBuildInfoFile', '.cache/types/dev.tsbuildinfo'];
  const options = [
    ...checkBrowserProject(repositoryRoot),
    ...remembered,
    '--watch',
    '--preserveWatchOutput',
  ];
  const child = spawn(typeScriptProgram(), options, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', typeErrorCollector(report));
  return () => void child.kill('SIGTERM');
}
