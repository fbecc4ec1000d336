import { aFolderSite } from '../testing/release/a-folder';
import { fakeVersion } from '../testing/release/fake-release';

const empty = (app: string) => new RegExp(`the place of ${app}/\\w+ is empty until ${app} is pub`);

test('a host can be first: its places are empty, and say how they are filled', async () => {
  const site = aFolderSite();
  const { code, out } = await site.type('publish', 'host');
  expect(code).toBe(0);
  for (const app of ['pricing', 'signup']) {
    expect(out).toMatch(empty(app));
    expect((await site.type('status')).out).toMatch(empty(app));
    expect(await site.type('publish', app)).toMatchObject({ code: 0 });
    expect((await site.type('status')).out).not.toMatch(empty(app));
  }
  expect(await site.damages()).toEqual([]);
});

test('a remote can be first: it waits for a host and goes live with it', async () => {
  const site = aFolderSite();
  const { code, out } = await site.type('publish', 'pricing');
  expect([code, out]).toEqual([0, expect.stringContaining('waits for a host')]);
  site.sources.set('pricing', 'v2');
  expect(await site.type('publish', 'pricing')).toMatchObject({ code: 0 });
  expect((await site.type('status')).out).toContain('pricing waits for a host.');
  await site.change({ name: 'prune', keepDays: 0 });
  expect(await site.type('publish', 'host')).toMatchObject({ code: 0 });
  const { live } = await site.ledger();
  expect(live?.releases).toEqual({
    host: fakeVersion('host', 'v1'),
    pricing: fakeVersion('pricing', 'v2'),
  });
  expect((await site.type('status')).out).not.toMatch(empty('pricing'));
  expect(await site.damages()).toEqual([]);
});

test('a removal is a first publish backwards', async () => {
  const site = aFolderSite();
  await site.change({ name: 'publish', apps: ['host', 'pricing'] });
  const before = (await site.ledger()).live?.composition;
  await site.type('publish', 'signup');
  const { code, out } = await site.type('remove', 'signup');
  expect([code, out]).toEqual([0, expect.stringMatching(empty('signup'))]);
  expect((await site.ledger()).live?.composition).toBe(before);
});
