import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readyAddress } from '../../../testing/child';
import { freePort } from '../../../testing/free-port';
import type { Bench, Part } from '../bench';
import { formatTimes } from '../tables';
import { runCommand } from './builds';

const file = 'remote-pricing/src/PricingSection.tsx';
/** The sentence that is edited: the section's lead. */
const sentence = /(<p className=\{styles\.lead\}>)([^<]*)(<\/p>)/;
/** Milliseconds. */
const readyLimit = 240_000;
const shownLimit = 60_000;
/** Milliseconds between edits, so that one is never seen as part of the next. */
const pause = 1500;

/** Starts a command of a copy of the repository and waits for its address. */
async function startDev(copy: string, args: readonly string[], ready: RegExp) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: copy,
    // It leads a process group, so that all that it starts ends with it.
    detached: true,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      // The remotes' ports follow it.
      DEV_PORT: String(20_000 + (process.pid % 20_000)),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const stop = async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  try {
    return { url: await readyAddress(child, () => output, ready, readyLimit), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function edit(copy: string, text: string): Promise<void> {
  const source = path.join(copy, file);
  const before = await readFile(source, 'utf8');
  if (!sentence.test(before)) throw new Error(`${file} has no lead to edit.`);
  await writeFile(source, before.replace(sentence, `$1${text}$3`));
}

/** Milliseconds from saving a source until the browser shows it, on one dev server. */
async function timeEdits({ browser, copy, fewRuns }: Bench, args: string[], ready: RegExp) {
  const folder = await copy();
  const dev = await startDev(folder, args, ready);
  try {
    const page = await browser.newPage();
    await page.goto(dev.url);
    await page.getByRole('list', { name: 'Plans' }).waitFor({ timeout: shownLimit });
    const times: number[] = [];
    // The first edit pays for what the dev server loads once, and does not count.
    for (let round = 0; round <= Math.max(3, fewRuns); round += 1) {
      await wait(pause);
      const text = `Edited ${args.at(-1) ?? ''}, ${round}.`;
      const began = performance.now();
      await edit(folder, text);
      await page.getByText(text).waitFor({ timeout: shownLimit });
      if (round > 0) times.push(performance.now() - began);
    }
    await page.close();
    return times;
  } finally {
    await dev.stop();
  }
}

export const edits: Part = {
  title: 'Edits in development, in a copy of the repository',
  measure: async (bench) => {
    const alone = ['scripts/commands/standalone.ts', 'pricing'];
    const standalone = await timeEdits(bench, alone, /pricing is ready at (\S+)/);
    const inHost = await timeEdits(bench, ['scripts/commands/dev.ts'], /site is ready at (\S+)/);
    return {
      data: { standalone, inHost },
      tables: [
        {
          title: 'From saving a source of pricing until the browser shows it',
          head: ['', 'Time'],
          rows: [
            ['On its own dev server', formatTimes(standalone)],
            ['Inside the host’s page', formatTimes(inHost)],
          ],
        },
      ],
    };
  },
};

/**
 * Builds a release of pricing from edited sources in a copy of the repository.
 * @returns its folder, inside the copy
 */
export async function buildEditedPricing(copy: string): Promise<string> {
  await edit(copy, 'Start free. Move up any day.');
  const releases = path.join(copy, 'dist/pricing');
  // Finished builds came along with the copy; what is there afterwards is the edited one.
  await rm(releases, { recursive: true, force: true });
  await runCommand(copy, 'build', 'pricing');
  const [name] = await readdir(releases);
  if (name === undefined) throw new Error('The edited pricing was not built.');
  return path.join(releases, name);
}
