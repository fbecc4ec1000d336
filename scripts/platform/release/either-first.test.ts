import path from 'node:path';
import { versionOf } from '../build/integrity';
import type { CompositionInput } from '../compose/composition';
import { aFolderSite } from '../../tests/helpers/release/a-folder';
import { fakeCompose } from '../../tests/helpers/release/fake-compose';
import { fakeRelease, fakeVersion, releaseFolder } from '../../tests/helpers/release/fake-release';
import { change } from './change';

const empty = (app: string) =>
  new RegExp(`the place of ${app}/\\w+ is empty until ${app} is published where its sources are`);

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

test('a second module of a live app comes before its place or after it, and does not go unasked', async () => {
  const second = 'pricing/Comparison';
  const site = aFolderSite();
  const { tool } = site;
  let hasPlace = false;
  let isExposed = false;
  const own = {
    ...tool,
    buildApp: async (app: string) => {
      const built = fakeRelease(app, site.sources.get(app) ?? '');
      const module =
        isExposed && app === 'pricing'
          ? { './Comparison': { scripts: [built.manifest.entry], styles: [] } }
          : {};
      const exposes = { ...built.manifest.exposes, ...module };
      const made = { ...built, manifest: { ...built.manifest, exposes } };
      const folder = path.join(site.root, 'dist', `${app}-${versionOf(made.manifest)}`);
      return { folder: await releaseFolder(folder, made), isNew: false };
    },
    compose: async (input: CompositionInput) => {
      const { empty, ...composed } = await fakeCompose(input);
      const isThere = input.releases['pricing']?.manifest.exposes['./Comparison'];
      return { ...composed, empty: [...empty, ...(hasPlace && !isThere ? [second] : [])] };
    },
  };
  const publish = async (app: string, source: string) => {
    site.sources.set(app, source);
    return change({ name: 'publish', apps: [app] }, own, (_title, work) => work());
  };
  for (const app of ['host', 'pricing', 'signup']) await publish(app, 'first');
  // The module first: no page shows it.
  isExposed = true;
  await publish('pricing', 'with a module');
  hasPlace = true;
  await publish('host', 'with a place');
  isExposed = false;
  await expect(publish('pricing', 'without')).rejects.toThrow(
    /^pricing \w+ does not expose \.\/Comparison, which the host shows and pricing \w+ has;/,
  );
  // Without its place it may go; and then the place may come first.
  hasPlace = false;
  await publish('host', 'without a place');
  await publish('pricing', 'without');
  hasPlace = true;
  await publish('host', 'with a place again');
  expect((await site.type('status')).out).toContain(`the place of ${second} is empty`);
  isExposed = true;
  await publish('pricing', 'with a module again');
  expect((await site.type('status')).out).not.toContain(second);
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
