import { aLiveSite, type FolderSite, testApps } from '@composed/testing/release/folder-site';
import { fakeScript, fakeVersion } from '@composed/testing/release/fake-release';
import { writeNextLedger } from '../../ledger/ledger';

let days = 0;
let site: FolderSite;

beforeEach(async () => {
  days = 0;
  site = await aLiveSite({ now: () => new Date(Date.now() + days * 86_400_000) });
});

const prune = (keepDays: number) => site.change({ name: 'prune', keepDays });

/** The texts of pricing whose scripts the store has. */
async function kept(...texts: string[]) {
  const files = (await site.tool.store.list('assets/pricing/')).map(({ key }) => key);
  return texts.filter((text) => files.includes(`assets/pricing/${fakeScript(text)}`));
}

const preview = async (text: string) => {
  await site.preview('pricing', text, 'spring');
};

test('a live release is never removed, even of an app called "markup"', async () => {
  site = site.again({ now: site.tool.now, apps: [...testApps, 'markup'] });
  await site.publish('markup', 'v1');
  days = 400;
  await prune(0);
  expect(await prune(0)).toBe('There is nothing to remove.');
  expect(await site.live()).toContain('markup v1');
  expect(await site.damages()).toEqual([]);
});

test('a release that was replaced long enough ago is removed with its pages', async () => {
  const first = (await site.ledger()).live?.deployment;
  days = 5;
  await site.publish('pricing', 'v2');
  days = 34;
  expect(await prune(30)).toBe('There is nothing to remove.');
  days = 36;
  const version = fakeVersion('pricing', 'v1');
  const files = () => site.tool.store.list(`releases/pricing/${version}/`);
  expect(await files()).not.toEqual([]);
  expect(await prune(30)).toMatch(
    /^1 release, 1 deployment, \d+ files removed, [\d.]+ KB freed\. "bisect" and --at reach back to \d{4}-\d\d-\d\d \d\d:\d\d\.$/,
  );
  expect(await files()).toEqual([]);
  expect(await site.tool.store.list(`deployments/${first}/`)).toEqual([]);
  expect(await kept('v1', 'v2')).toEqual(['v2']);
  expect(await site.damages()).toEqual([]);
});

test('a release stays while a preview shows it, and for the same days after that', async () => {
  await preview('v9');
  await preview('v10');
  days = 90;
  await prune(30);
  expect(await kept('v9', 'v10')).toEqual(['v10']);
  await site.change({ name: 'preview-remove', preview: 'spring' });
  days = 119;
  await prune(30);
  expect(await kept('v10')).toEqual(['v10']);
  days = 121;
  await prune(30);
  expect(await kept('v10')).toEqual([]);
});

test('a release that was live until yesterday stays, even without a history', async () => {
  days = 100;
  await site.publish('pricing', 'v2');
  await writeNextLedger(site.tool.store, await site.ledger(), { history: [] });
  days = 101;
  expect(await prune(30)).toBe('There is nothing to remove.');
});

test('a canary stays while it runs, and for the same days after that', async () => {
  site.sources.set('pricing', 'v2');
  await site.change({ name: 'publish', apps: ['pricing'], canary: { share: 5 } });
  const { canary } = await site.ledger();
  const pages = () => site.tool.store.list(`deployments/${canary?.deployment}/`);
  days = 40;
  await prune(30);
  await site.change({ name: 'abort', reason: null });
  days = 60;
  await prune(30);
  expect([await kept('v2'), (await pages()).length > 0]).toEqual([['v2'], true]);
  days = 80;
  await prune(30);
  expect([await kept('v2'), await pages()]).toEqual([[], []]);
});
