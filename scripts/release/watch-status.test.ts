import { setTimeout as wait } from 'node:timers/promises';
import { aFolderSite } from '../testing/release/a-folder';
import { runRelease } from './command-line';

/** Watches a site while a canary comes and is aborted. */
async function watch(interactive: boolean) {
  const site = aFolderSite();
  await site.publishAll();
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const watching = runRelease(['status', '--watch'], site.tool, {
    ...{ write, writeError: write, interactive },
  });
  while (written.length === 0) await wait(10);
  site.sources.set('pricing', 'v2');
  await site.type('publish', 'pricing', '--canary', '20');
  while (!written.join('').includes('for 20 % of the visitors')) await wait(10);
  const reads = jest.spyOn(site.tool.store, 'readLedger').mockRejectedValue(new Error('Away.'));
  while (!written.at(-1)?.includes('Away.')) await wait(10);
  reads.mockRestore();
  await site.type('abort', '--reason', 'too slow');
  while (!/abort\b.*too slow/.test(written.at(-1) ?? '')) await wait(10);
  process.emit('SIGINT');
  expect(await watching).toBe(0);
  return written;
}

test('status --watch writes a line for what happens, and ends with Ctrl-C', async () => {
  const [first, ...lines] = await watch(false);
  expect(first).toMatch(/^Live in /);
  expect(lines.map((line) => line.replace(/^\S+ \S+ · /, ''))).toEqual([
    expect.stringMatching(/^canary · pricing .* for 20 % of the visitors · by Ada\n$/),
    'Nobody judges it: signals are off.\n',
    'Away.\n',
    'The store answers again.\n',
    expect.stringMatching(/^abort · pricing .*\(too slow\) · by Ada\n$/),
  ]);
});

test('status --watch keeps to one screen in a terminal', async () => {
  const screens = await watch(true);
  expect(screens.every((screen) => screen.startsWith('\u001B[H\u001B[J'))).toBe(true);
  expect(screens.at(-1)).toMatch(
    /Live in [^]*Last canary: [^]*too slow[^]*\nCtrl-C ends this\.\n$/,
  );
  expect(screens.at(-1)).not.toContain('Away.');
});
