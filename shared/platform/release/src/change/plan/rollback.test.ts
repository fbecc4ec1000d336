import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { shortVersion } from '@composed/testing/release/fake-release';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
});

test('"rollback --to" takes the beginning of an earlier or a later version', async () => {
  await site.publish('pricing', 'v2');
  await site.publish('pricing', 'v3');
  for (const to of ['v1', 'v3', 'v2']) {
    const version = shortVersion('pricing', to);
    expect(await site.runCommandLine('rollback', 'pricing', '--to', version)).toMatchObject({
      code: 0,
    });
    expect(await site.live()).toContain(`pricing ${to}`);
  }
});

test('a rollback skips previews and pages that were composed again', async () => {
  await site.publish('pricing', 'v2');
  await site.runCommandLine('settings', '--telemetry', '/_telemetry');
  site.sources.set('pricing', 'v9');
  await site.runCommandLine('preview', 'pricing', '--name', 'spring');
  await site.rollback('pricing');
  expect(await site.live()).toContain('pricing v1');
});

test('a rollback is refused without an earlier release, and to a live, unknown or pruned one', async () => {
  const refusal = async (...to: string[]) =>
    site.named((await site.runCommandLine('rollback', 'pricing', ...to)).err);
  expect(await refusal()).toBe('pricing has no earlier release to go back to.\n');
  await site.publish('pricing', 'v2');
  expect(await refusal('--to', shortVersion('pricing', 'v2'))).toBe(
    'pricing v2 is live already.\n',
  );
  expect(await refusal('--to', 'v9')).toBe(
    'pricing v9 was never live; these versions were, and are in the store: v1, v2.\n',
  );
  await site.change({ name: 'prune', keepDays: 0 });
  expect(await refusal()).toBe('pricing v1 is no longer in the store; choose one with --to.\n');
});

test('a new site cannot be composed, rolled back or previewed', async () => {
  const empty = aFolderSite();
  await expect(empty.change({ name: 'compose' })).rejects.toThrow('Nothing is live yet');
  await expect(empty.rollback('pricing')).rejects.toThrow('publish --all');
  const preview = empty.change({ name: 'preview', app: 'pricing', preview: 'x' });
  await expect(preview).rejects.toThrow('There is no host yet; publish it first');
});

test('neither the host nor an unknown app can be removed', async () => {
  const remove = (app: string) => site.change({ name: 'remove', app });
  await expect(remove('host')).rejects.toThrow(
    'The host is the site itself and cannot be removed.',
  );
  await expect(remove('blog')).rejects.toThrow(
    'no app of this site "blog". It can be host, pricing, signup.',
  );
});
