import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { apps, hostApp, type App } from 'shared/build/apps';
import type { Bench, Part } from '../bench';
import { formatTimes } from '../tables';

/** The file that is edited: the one that the app begins with. */
function firstSource(app: App): string {
  const module = app === hostApp ? './src/App' : Object.values(app.exposes)[0];
  return path.join(app.folder, `${module ?? ''}.tsx`);
}

/**
 * Runs a command of a copy of the repository, without the set-up that npm would begin with.
 * @returns milliseconds from start to end
 * @throws Error with its output when it fails
 */
export async function runCommand(copy: string, name: string, ...args: string[]): Promise<number> {
  const began = performance.now();
  const program = path.join('scripts/commands', `${name}.ts`);
  await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args], { cwd: copy });
  return performance.now() - began;
}

/** App → milliseconds of each build: with nothing remembered, and after an edit of one file. */
async function measureBuilds({ copy, fewRuns, print }: Bench) {
  const folder = await copy();
  const times = apps.map((app) => ({ app, cold: [] as number[], warm: [] as number[] }));
  for (let round = 1; round <= fewRuns; round += 1) {
    for (const { app, cold, warm } of times) {
      for (const remembered of ['node_modules/.cache', `dist/${app.name}`]) {
        await rm(path.join(folder, remembered), { recursive: true, force: true });
      }
      cold.push(await runCommand(folder, 'build', app.name));
      await appendFile(path.join(folder, firstSource(app)), `// edit ${round}\n`);
      warm.push(await runCommand(folder, 'build', app.name));
      print(`${app.name}, build ${round} of ${fewRuns}`);
    }
  }
  return times.map(({ app, ...measured }) => ({ app: app.name, ...measured }));
}

export const builds: Part = {
  title: 'Builds in a copy of the repository',
  measure: async (bench) => {
    const times = await measureBuilds(bench);
    return {
      data: times,
      tables: [
        {
          title: 'Builds, the start of the command included',
          head: ['App', 'Cold', 'After an edit'],
          rows: times.map(({ app, cold, warm }) => [app, formatTimes(cold), formatTimes(warm)]),
        },
      ],
    };
  },
};
