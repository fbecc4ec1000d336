import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { snapshot } from '@composed/testing/release/served-files';
import { writeNextLedger } from '../../ledger/ledger';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
  await site.publish('pricing', 'v2');
});

const file = (revision: number) =>
  path.join(site.folder, 'ledger', `${String(revision).padStart(8, '0')}.json`);

/** Writes the next revision as no tool would. */
async function damage(revision: number, text: (before: string) => string) {
  await writeFile(file(revision), text(await readFile(file(revision - 1), 'utf8')));
}

test.each([
  [
    'none of the telemetry',
    (text: string) => text.replace('"telemetry": null,', '"telemetry": "",'),
  ],
  ['half of it', (text: string) => text.slice(0, text.length >> 1)],
  ['nothing', () => ''],
  ['another number', (text: string) => text],
])('a damaged ledger (%s) is restored by the command that the error names', async (_what, text) => {
  const good = await site.ledger();
  await damage(3, text);
  const before = await snapshot(site.folder);
  for (const words of [['status'], ['publish', 'pricing'], ['verify'], ['history']]) {
    const { code, err } = await site.runCommandLine(...words);
    expect({ words, code }).toEqual({ words, code: 1 });
    expect(err).toMatch(/^The ledger revision 3 is damaged .* npm run release -- restore\n$/);
  }
  expect((await site.runCommandLine('restore', '--dry-run')).out).toContain(
    'as revision 2 left it',
  );
  expect(await snapshot(site.folder)).toBe(before);
  expect(await site.runCommandLine('restore')).toMatchObject({ code: 0 });
  const { history, ...after } = await site.ledger();
  expect(after).toEqual({ ...good, revision: 4, history: undefined });
  expect(history.at(-1)).toMatchObject({ action: 'restore', by: 'Ada' });
  expect(await site.damages()).toEqual([]);
  expect((await site.runCommandLine('history')).out).toContain('back to revision 2');
  expect(await site.runCommandLine('rollback', 'pricing')).toMatchObject({ code: 0 });
});

test('a restore skips damaged revisions, and those without pages', async () => {
  await site.publish('pricing', 'v3');
  const { live } = await site.ledger();
  await damage(4, () => '');
  await damage(5, () => '{}');
  await site.tool.store.remove(`deployments/${live?.deployment ?? ''}.json`);
  expect(await site.runCommandLine('restore')).toMatchObject({ code: 0 });
  expect((await site.ledger()).history.at(-1)?.reason).toContain('back to revision 2');
});

test.each(['release.json', 'deployments/'])(
  'a store that cannot be read (%s) is not reported as damaged',
  async (part) => {
    const { store } = site.tool;
    const get = store.get.bind(store);
    jest
      .spyOn(store, 'get')
      .mockImplementation((key) =>
        key.includes(part) ? Promise.reject(new Error('The disk is away.')) : get(key),
      );
    expect(await site.runCommandLine('verify')).toEqual({
      code: 1,
      out: '',
      err: 'The disk is away.\n',
    });
  },
);

test('an undamaged ledger, or one of another format, is not restored', async () => {
  expect(await site.runCommandLine('restore')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The ledger is not damaged') as unknown,
  });
  await damage(3, () => '{"schema":8,"revision":3}');
  const before = await snapshot(site.folder);
  for (const words of [['restore'], ['publish', 'pricing']])
    expect(await site.runCommandLine(...words)).toMatchObject({
      code: 1,
      err: 'The ledger revision 3 has the format 8, and this release tool reads 1: use the checkout that wrote it, or publish to an empty store (SITE_DIR or SITE_STORE).\n',
    });
  expect(await snapshot(site.folder)).toBe(before);
});

test('a ledger that does not match its schema is not written', async () => {
  const { store } = site.tool;
  const ledger = await site.ledger();
  const before = await snapshot(site.folder);
  const settings = { ...ledger.settings, siteUrl: '' };
  await expect(writeNextLedger(store, ledger, { settings })).rejects.toThrow(
    'The ledger revision 3 would be damaged at "settings.siteUrl"',
  );
  // JSON turns Infinity into null.
  const canary = { share: Infinity };
  await expect(
    writeNextLedger(store, ledger, {
      history: ledger.history.map((entry) => ({ ...entry, ...canary })),
    }),
  ).rejects.toThrow('would be damaged at "history.0.share"');
  expect(await snapshot(site.folder)).toBe(before);
});
