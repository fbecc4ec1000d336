import { spawn } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { apps, hostApp, type App } from 'shared/build/apps';

/** App → milliseconds of each build, the start of the command included. */
export interface BuildTimes {
  /** Nothing remembered from earlier builds. */
  readonly cold: Readonly<Record<string, readonly number[]>>;
  /** After an edit of one source file. */
  readonly warm: Readonly<Record<string, readonly number[]>>;
}

/** The file that is edited: the one that the app begins with. */
export function firstSource(app: App): string {
  const module = app === hostApp ? './src/App' : Object.values(app.exposes)[0];
  return path.join(app.folder, `${module ?? ''}.tsx`);
}

/**
 * Runs a script of a copy of the repository as npm would.
 * @returns milliseconds from start to end
 * @throws Error with its output when it fails
 */
export function runScript(copy: string, words: readonly string[]): Promise<number> {
  const began = performance.now();
  const [script = '', ...parameters] = words;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join('scripts', script), ...parameters],
    { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const collect = (chunk: Buffer) => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - began);
      else reject(new Error(`${words.join(' ')} failed in a copy.\n${output}`));
    });
  });
}

/**
 * Builds every app of a copy of the repository, cold and after an edit, `runs` times each.
 * @param tell is told of each build
 */
export async function measureBuilds(
  copy: string,
  runs: number,
  tell: (line: string) => void,
): Promise<BuildTimes> {
  const cold: Record<string, number[]> = {};
  const warm: Record<string, number[]> = {};
  for (let round = 0; round < runs; round += 1) {
    for (const app of apps) {
      const build = ['build.ts', app.name];
      const remembered = [
        path.join(copy, 'node_modules/.cache'),
        path.join(copy, 'dist', app.name),
      ];
      for (const folder of remembered) await rm(folder, { recursive: true, force: true });
      (cold[app.name] ??= []).push(await runScript(copy, build));
      await appendFile(path.join(copy, firstSource(app)), `// edit ${round}\n`);
      (warm[app.name] ??= []).push(await runScript(copy, build));
      tell(`  ${app.name}, build ${round + 1} of ${runs}`);
    }
  }
  return { cold, warm };
}
