import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';

let site: FolderSite;

beforeEach(async () => {
  site = aFolderSite();
  await start(site);
});

/** Runs `npm start` in a checkout that builds these texts, and returns its outcome. */
async function start(by: FolderSite, texts: Readonly<Record<string, string>> = {}) {
  for (const [app, text] of Object.entries(texts)) by.sources.set(app, text);
  return by.named(await by.change({ name: 'start' }));
}

test('a start publishes only releases that the store has never shown', async () => {
  expect(await site.live()).toBe('host v1, pricing v1, signup v1');
  expect(await start(site, { pricing: 'v2' })).toBe('pricing v1 → v2 is live.');
  const { revision } = await site.ledger();
  expect(await start(site)).toBe('host v1, pricing v2, signup v1 are live already.');
  expect((await site.ledger()).revision).toBe(revision);
});

test('a start never undoes a rollback', async () => {
  await start(site, { pricing: 'v2' });
  await site.rollback('pricing');
  expect(await start(site)).toContain(
    "pricing stays at v1: v2, which this checkout builds, was live or in a preview before; to publish this checkout's: npm run release -- publish pricing",
  );
  expect(await site.live()).toContain('pricing v1');
});

test("a start never replaces somebody else's release, even with a new build", async () => {
  await site.publish('pricing', 'v2');
  expect(await start(site, { pricing: 'v3', host: 'v2' })).toContain(
    'pricing stays at v2, which Ada put live and not "npm start" of this checkout',
  );
  expect(await site.live()).toBe('host v2, pricing v2, signup v1');
  await start(site.again({ checkout: 'elsewhere' }), { host: 'v3' });
  expect(await site.live()).toContain('host v2');
});

test('a start leaves the app of a canary alone', async () => {
  await site.runPublishCommandLine('pricing', 'v2', '--canary', '5');
  expect(await start(site, { pricing: 'v3', host: 'v2' })).toContain(
    'pricing stays at v1: a canary of it is running',
  );
  expect(await site.live()).toBe('host v2, pricing v1, signup v1');
});

test('a start does not bring back an app that was removed', async () => {
  await site.publish('signup', 'v2');
  await site.again({ by: 'Bob' }).runCommandLine('remove', 'signup', '--shown');
  expect(await start(site, { signup: 'v3' })).toContain(
    "signup stays away: Bob removed it; to publish this checkout's: npm run release -- publish signup",
  );
  expect(await site.live()).toBe('host v1, pricing v1');
  await site.publish('signup', 'v4');
  await site.rollback('signup');
  expect(await site.live()).toContain('signup v2');
});
