import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ReleaseError } from '@composed/command/errors';
import { parseFakePage } from '@composed/testing/release/fake-compose';
import { fakeScript, fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { snapshot, servingErrors } from '@composed/testing/release/served-files';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
});

const livePage = async () => readFile(path.join(site.folder, 'live', 'index.html'), 'utf8');

const at = '2026-03-01';
const withPrices = (value: unknown, day = at) =>
  site.again({ readJson: async () => value, now: () => new Date(day) });

/** The same site, where another process acts once while a command composes. */
function whileComposing(act: () => Promise<unknown>): FolderSite {
  let acting: Promise<unknown> | undefined;
  return site.again({
    compose: async (input) => {
      await (acting ??= act());
      return site.tool.compose(input);
    },
  });
}

test('a release with a damaged file in the store is refused', async () => {
  await writeFile(path.join(site.folder, 'assets/pricing/chunks/vendor.0001.js'), 'damaged');
  await expect(site.publish('pricing', 'v2')).rejects.toThrow(
    'assets/pricing/chunks/vendor.0001.js does not match its hash',
  );
});

test('a release of another version of the platform blocks nobody, and is no rollback target', async () => {
  const [earlier = ''] = await readdir(path.join(site.folder, 'releases/pricing'));
  await site.publish('pricing', 'v2');
  const file = path.join(site.folder, 'releases/pricing', earlier, 'release.json');
  const manifest = await readFile(file, 'utf8');
  await writeFile(
    file,
    manifest.replace('"grants"', '"allowances"').replace('"exposes"', '"modules"'),
  );
  const { code, out } = await site.runPublishCommandLine('pricing', 'v3');
  expect(code).toBe(0);
  expect(out).toContain('is live.');
  await site.runCommandLine('rollback', 'pricing');
  const { code: refused, err } = await site.runCommandLine('rollback', 'pricing');
  expect(refused).toBe(1);
  expect(err).toContain('another version of the platform wrote it: publish pricing anew');
});

test('new pages keep the last valid data if fresh data cannot be read', async () => {
  const data = { prices: { value: { pro: 29 }, readOn: at } };
  await withPrices({ pro: 29 }).change({ name: 'compose' });
  expect((await site.ledger()).history.at(-1)?.action).toBe('compose');
  const closed = site.again({ readJson: () => Promise.reject(new Error('no route')) });
  for (const again of [closed, withPrices('no prices', '2026-03-02')]) {
    await again.publish('pricing', again === closed ? 'v2' : 'v3');
    expect(parseFakePage(await livePage())).toMatchObject({ data });
    expect((await site.ledger()).live?.data).toEqual(data);
  }
});

test('a repository without the host keeps the live data, and reports only failures', async () => {
  await withPrices({ pro: 29 }).change({ name: 'compose' });
  const said = 'with the prices of 2026-03-01: none could be read';
  for (const [source, readJson, isSaid] of [
    ['v2', () => Promise.resolve(undefined), false],
    ['v3', () => Promise.reject(new Error('no route')), true],
  ] as const) {
    const pricingOnly = site.again({ apps: ['pricing'], readJson });
    const { out } = await pricingOnly.runPublishCommandLine('pricing', source);
    expect(out).toContain(' is live. ');
    expect(out.includes(said)).toBe(isSaid);
    expect((await site.ledger()).live?.data).toMatchObject({ prices: { value: { pro: 29 } } });
  }
});

test('new data that breaks a module refuses its own team, and others keep the last valid data', async () => {
  await withPrices({ pro: 29 }).change({ name: 'compose' });
  const unfit = site.again({
    readJson: () => Promise.resolve({ pro: 30 }),
    compose: async (input) => {
      const isNew = isDeepStrictEqual(input.data['prices']?.value, { pro: 30 });
      const violation = { app: 'signup', version: 'v1', reason: 'it threw' };
      if (isNew) throw new ReleaseError(violation);
      return site.tool.compose(input);
    },
  });
  unfit.sources.set('pricing', 'v2');
  for (const typed of [
    ['publish', 'pricing'],
    ['rollback', 'pricing'],
  ]) {
    const { code, out } = await unfit.runCommandLine(...typed);
    expect([typed, code]).toEqual([typed, 0]);
    expect(out).toContain(
      'with the prices of 2026-03-01: newer ones cannot be shown (signup v1: it threw)',
    );
    expect((await site.ledger()).live?.data).toMatchObject({ prices: { value: { pro: 29 } } });
  }
  unfit.sources.set('signup', 'v2');
  for (const typed of [['compose'], ['publish', 'signup']])
    expect(await unfit.runCommandLine(...typed)).toMatchObject({
      code: 1,
      err: expect.stringContaining('signup v1: it threw') as string,
    });
});

test('composing again with the same outcome changes nothing', async () => {
  const before = await snapshot(site.folder);
  await site.change({ name: 'compose' });
  expect(await snapshot(site.folder)).toBe(before);
});

test('a rollback does not undo a release that went live in the meantime', async () => {
  await site.publish('pricing', 'v2');
  const slow = whileComposing(() => site.publish('pricing', 'v3'));
  await expect(slow.rollback('pricing')).rejects.toThrow('went live meanwhile');
  expect((await site.ledger()).live?.releases['pricing']).toBe(fakeVersion('pricing', 'v3'));
});

test('a prune during a publish does not harm the publish', async () => {
  await whileComposing(async () => {
    await site.change({ name: 'prune', keepDays: 0 });
    expect(await site.tool.store.get(`assets/pricing/${fakeScript('v2')}`)).toBeNull();
  }).publish('pricing', 'v2');
  expect(servingErrors(site.folder)).toEqual([]);
});

test('a publisher with a wrong clock prunes nothing too early, and writes no wrong dates', async () => {
  const real = aFolderSite();
  const by = (days: number) =>
    real.again({
      now: () => new Date(Date.now() + days * 86_400_000),
      storeNow: () => real.tool.store.now(),
    });
  await by(0).publishAll();
  const behind = by(-40);
  behind.sources.set('pricing', 'v2');
  await behind.publish('pricing', 'v2');
  const before = await snapshot(real.folder);
  expect((await by(40).runCommandLine('prune')).out).toContain('There is nothing to remove.');
  expect((await by(0).runCommandLine('prune')).out).toContain('There is nothing to remove.');
  expect(await snapshot(real.folder)).toBe(before);
  const { history } = await real.ledger();
  const dates = new Set(history.map(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 3_600_000));
  expect([...dates]).toEqual([true]);
});

test('a release that is live already is neither composed nor opened in a browser', async () => {
  const fail = () => Promise.reject(new Error('Nothing is to be done.'));
  const later = site.again({ compose: fail, smokeTestPages: fail });
  for (const words of [[], ['--canary', '5'], ['--dry-run'], ['--canary', '5', '--dry-run']]) {
    const { code, out, err } = await later.runCommandLine('publish', 'pricing', ...words);
    expect({ words, code, err }).toEqual({ words, code: 0, err: '' });
    expect(out).toContain(`pricing ${shortVersion('pricing', 'v1')} is live already.`);
  }
});

test('a publish of a live release restores its deleted files and pages', async () => {
  const { live } = await site.ledger();
  const [asset = ''] = (await site.tool.store.list('assets/pricing/')).map(({ key }) => key);
  const pages = `deployments/${live?.deployment ?? ''}`;
  for (const key of [asset, `${pages}.json`, `${pages}/index.html`, `${pages}/404.html.br`]) {
    await rm(path.join(site.folder, key));
    expect((await site.damages()).length).toBeGreaterThan(0);
    const { err } = await site.runCommandLine('publish', 'pricing', '--canary', '5');
    expect(err).toContain(
      'is live, but incomplete in the store: publish it again without --canary',
    );
    expect(await site.publish('pricing', 'v1')).toMatch(/^pricing \w+ is live already\.$/);
    expect(await site.damages()).toEqual([]);
  }
});
