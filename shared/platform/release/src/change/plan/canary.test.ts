import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';

let time = Date.now();
let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite({ now: () => new Date((time += 1000)) });
  site.sources.set('pricing', 'v2');
});

const canary = (app: string, share = 5) =>
  ({ name: 'publish', apps: [app], canary: { share } }) as const;

const lastEntry = async () => (await site.ledger()).history.at(-1);

test('a canary passes every check of a publish, and the live site stays', async () => {
  const stepsOf = async (...words: string[]) => {
    const { out } = await site.runCommandLine(
      'publish',
      'pricing',
      '--dry-run',
      '--json',
      ...words,
    );
    return (JSON.parse(out) as { steps: string[] }).steps.slice(0, -2);
  };
  expect(await stepsOf('--canary', '5')).toEqual(await stepsOf());
  await site.change(canary('pricing'));
  expect(await site.live()).toBe('host v1, pricing v1, signup v1');
});

test('a new share restarts judging, by "canary" or by another publish of the same release', async () => {
  const since = async () => (await site.ledger()).canary?.since;
  await site.runCommandLine('settings', '--telemetry', '/_telemetry');
  await site.change(canary('pricing'));
  const begun = await since();
  await site.change({ name: 'canary', share: 20 });
  expect((await site.ledger()).canary).toMatchObject({ share: 20 });
  const grown = await since();
  await site.change({ ...canary('pricing'), canary: { share: 50, promoteAfter: 60 } });
  expect((await site.ledger()).canary).toMatchObject({ share: 50, promoteAfter: 60 });
  expect(await lastEntry()).toMatchObject({ action: 'canary', share: 50 });
  expect(new Set([begun, grown, await since()]).size).toBe(3);
});

test('an aborted canary leaves only an entry with its reason', async () => {
  const { live } = await site.ledger();
  await site.change(canary('pricing'));
  await site.change({ name: 'abort', reason: 'more faults than live' });
  expect(await site.ledger()).toMatchObject({ live, canary: null });
  expect(await lastEntry()).toMatchObject({ action: 'abort', reason: 'more faults than live' });
  await expect(site.rollback('pricing')).rejects.toThrow(
    'pricing has no earlier release to go back to.',
  );
});

test('a rollback can be a canary, and counts as a rollback once it is promoted', async () => {
  await site.publish('pricing', 'v2');
  await site.publish('pricing', 'v3');
  await site.change({ name: 'rollback', app: 'pricing', to: null, canary: { share: 5 } });
  expect(await site.live()).toContain('pricing v3');
  await site.change({ name: 'promote' });
  expect(await site.live()).toContain('pricing v2');
  await site.rollback('pricing');
  expect(await site.live()).toContain('pricing v1');
});

test('a publish, a rollback or another canary of the same app is refused while a canary runs', async () => {
  await site.publish('pricing', 'v1.1');
  site.sources.set('pricing', 'v2').set('signup', 'v2');
  await site.change(canary('pricing'));
  for (const command of [
    { name: 'publish', apps: ['pricing'] },
    { name: 'rollback', app: 'pricing', to: null },
    canary('signup'),
  ] as const)
    await expect(site.change(command)).rejects.toThrow(
      /^A canary of pricing \w+ is running; "promote" or "abort" it first\.$/,
    );
});

test('canary commands are refused without a canary, for another canary, or without a live site', async () => {
  const none = 'No canary is running; publish or roll back with --canary.';
  await expect(site.change({ name: 'canary', share: 5 })).rejects.toThrow(none);
  await expect(site.change({ name: 'promote' })).rejects.toThrow(none);
  await expect(site.change({ name: 'abort', reason: null })).rejects.toThrow(none);
  await expect(aFolderSite().change(canary('pricing'))).rejects.toThrow('Nothing is live yet');
  await site.change(canary('pricing'));
  await expect(site.change({ name: 'promote', deployment: 'other' })).rejects.toThrow(
    /^Another canary is running now: pricing \w+\.$/,
  );
});
