import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { readyAddress } from '../../../testing/child';
import { freePort } from '../../../testing/free-port';
import { runScript } from './builds';

/** Milliseconds from saving a source of pricing until the browser shows it. */
export interface EditTimes {
  readonly standalone: readonly number[];
  readonly inHost: readonly number[];
}

const file = 'remote-pricing/src/PricingSection.tsx';
/** The sentence that is edited: the section's lead. */
const sentence = /(<p className=\{styles\.lead\}>)([^<]*)(<\/p>)/;
const readyLimit = 240_000;
const shownLimit = 60_000;
/** Milliseconds between edits, so that one is never seen as part of the next. */
const pause = 1500;

/** Starts a command of a copy of the repository and waits for its address. */
async function startDev(copy: string, words: readonly string[], ready: RegExp) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...words], {
    cwd: copy,
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
  try {
    return { child, url: await readyAddress(child, () => output, ready, readyLimit) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Ends a command and all that it started: it leads a process group of its own. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

async function edit(copy: string, text: string): Promise<void> {
  const source = path.join(copy, file);
  const before = await readFile(source, 'utf8');
  if (!sentence.test(before)) throw new Error(`${file} has no lead to edit.`);
  await writeFile(source, before.replace(sentence, `$1${text}$3`));
}

async function timeEdits(page: Page, copy: string, name: string, runs: number): Promise<number[]> {
  const times: number[] = [];
  // The first edit pays for what the dev server loads once, and does not count.
  for (let round = 0; round <= runs; round += 1) {
    const text = `Edited ${name}, ${round}.`;
    const began = performance.now();
    await edit(copy, text);
    await page.getByText(text).waitFor({ timeout: shownLimit });
    if (round > 0) times.push(performance.now() - began);
    await wait(pause);
  }
  return times;
}

async function measure(
  browser: Browser,
  copy: string,
  words: readonly string[],
  ready: RegExp,
  runs: number,
): Promise<number[]> {
  const { child, url } = await startDev(copy, words, ready);
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('list', { name: 'Plans' }).waitFor({ timeout: shownLimit });
    await wait(pause);
    const times = await timeEdits(page, copy, words.at(-1) ?? '', runs);
    await page.close();
    return times;
  } finally {
    await stop(child);
  }
}

/** Edits pricing in a copy of the repository, alone on its dev server and inside the host's page. */
export async function measureEdits(
  browser: Browser,
  copy: string,
  runs: number,
): Promise<EditTimes> {
  const alone = ['scripts/commands/standalone.ts', 'pricing'];
  return {
    standalone: await measure(browser, copy, alone, /pricing is ready at (\S+)/, runs),
    inHost: await measure(
      browser,
      copy,
      ['scripts/commands/dev.ts'],
      /whole site is ready at (\S+)/,
      runs,
    ),
  };
}

/**
 * Builds a release of pricing from edited sources in a copy of the repository.
 * @returns its folder, inside the copy
 */
export async function buildEditedPricing(copy: string): Promise<string> {
  await edit(copy, 'Start free. Move up any day.');
  const builds = path.join(copy, 'dist/pricing');
  // Finished builds came along with the copy; what stands there afterwards is the edited one.
  await rm(builds, { recursive: true, force: true });
  await runScript(copy, ['build.ts', 'pricing']);
  const [name] = await readdir(builds);
  if (name === undefined) throw new Error('The edited pricing was not built.');
  return path.join(builds, name);
}
