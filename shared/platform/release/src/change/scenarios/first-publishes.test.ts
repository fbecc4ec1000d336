import { aFolderSite, aLiveSite } from '@composed/testing/release/folder-site';
import { fakeVersion } from '@composed/testing/release/fake-release';

const empty = (app: string) =>
  new RegExp(
    `the slot of ${app}/\\w+ is empty until ${app} is published|slots are empty until .*: .*\\b${app}/`,
  );

test('a host can be published first, with empty slots', async () => {
  const site = aFolderSite();
  const { code, out } = await site.runCommandLine('publish', 'host');
  expect(code).toBe(0);
  expect(out).toContain(
    ', 2 slots are empty until their apps are published from their own repositories (npm run release -- publish pricing signup): pricing/PricingSection · signup/SignupPage',
  );
  for (const app of ['pricing', 'signup']) {
    expect(out).toMatch(empty(app));
    expect(await site.status()).toMatch(empty(app));
    expect(await site.runCommandLine('publish', app)).toMatchObject({ code: 0 });
    expect(await site.status()).not.toMatch(empty(app));
  }
  expect(await site.damages()).toEqual([]);
});

test('a remote can be published first, and goes live with the host', async () => {
  const site = aFolderSite();
  const { code, out } = await site.runCommandLine('publish', 'pricing');
  expect([code, out]).toEqual([0, expect.stringContaining('waits for a host')]);
  expect(await site.runPublishCommandLine('pricing', 'v2')).toMatchObject({ code: 0 });
  expect(await site.status()).toContain('pricing waits for a host.');
  await site.change({ name: 'prune', keepDays: 0 });
  expect(await site.runCommandLine('publish', 'host')).toMatchObject({ code: 0 });
  const { live } = await site.ledger();
  expect(live?.releases).toEqual({
    host: fakeVersion('host', 'v1'),
    pricing: fakeVersion('pricing', 'v2'),
  });
  expect(await site.status()).not.toMatch(empty('pricing'));
  expect(await site.damages()).toEqual([]);
});

test('a new module can come before or after its slot, and is not removed before it', async () => {
  const second = 'pricing/Comparison';
  const site = await aLiveSite();
  // The module comes first: no page shows it.
  await site.publish('pricing', 'v2 +Comparison');
  await site.publish('host', `v2 +${second}`);
  await expect(site.publish('pricing', 'v3')).rejects.toThrow(
    /^pricing \w+ does not expose \.\/Comparison, which the host shows and pricing \w+ has;/,
  );
  // A module without a slot may go, and then the slot may come first.
  await site.publish('host', 'v3');
  await site.publish('pricing', 'v3');
  await site.publish('host', `v4 +${second}`);
  expect(await site.status()).toContain(`the slot of ${second} is empty`);
  await site.publish('pricing', 'v4 +Comparison');
  const { out } = await site.runCommandLine('status');
  expect(out).not.toContain(`the slot of ${second} is empty`);
  // The rollback is offered with its cost, and does that.
  expect(out).toMatch(/Rollback: pricing \w+ → \w+, which leaves pricing\/Comparison empty\.\n/);
  expect(await site.runCommandLine('rollback', 'pricing')).toMatchObject({ code: 0 });
  expect(await site.status()).toContain(`the slot of ${second} is empty`);
});

test('a removal undoes a first publish', async () => {
  const site = aFolderSite();
  await site.change({ name: 'publish', apps: ['host', 'pricing'] });
  const before = (await site.ledger()).live?.deployment;
  await site.runCommandLine('publish', 'signup');
  const refused = await site.runCommandLine('remove', 'signup');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/^Pages show signup\/SignupPage, .*remove signup --shown\n$/),
  ]);
  const { code, out } = await site.runCommandLine('remove', 'signup', '--shown');
  expect([code, out]).toEqual([0, expect.stringMatching(empty('signup'))]);
  expect(out).toContain('npm run release -- rollback signup');
  expect((await site.ledger()).live?.deployment).toBe(before);
  expect(await site.runCommandLine('rollback', 'signup')).toMatchObject({ code: 0 });
  expect(await site.status()).not.toMatch(empty('signup'));
});
