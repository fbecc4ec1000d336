import { cpSync, promises, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@composed/command/errors';
import type { SiteCommand } from '../plan/site-command';
import { aSiteFolder, FolderSite, testApps } from '@composed/testing/release/folder-site';
import { fakeVersion } from '@composed/testing/release/fake-release';
import { servingErrors } from '@composed/testing/release/served-files';

const disk = { ...promises };
const changes = ['writeFile', 'link', 'rename', 'symlink', 'unlink', 'rm', 'rmdir'] as const;

/**
 * Runs a command that dies at the given change of a site's folder: that change and all later ones throw.
 * @returns whether it died
 */
async function dyingAt(last: number, { folder }: FolderSite, command: () => Promise<unknown>) {
  let count = 0;
  for (const name of changes) {
    Reflect.set(promises, name, async (...given: unknown[]) => {
      if (given.some((file) => String(file).startsWith(folder))) count += 1;
      if (count >= last) throw new Error(`killed before ${name}`);
      const result: unknown = await Reflect.apply(disk[name], promises, given);
      return result;
    });
  }
  const died = () => count >= last;
  await command()
    .catch((error: unknown) => {
      if (!died()) throw error;
    })
    .finally(() => Object.assign(promises, disk));
  return died();
}

let before: string;

beforeAll(async () => {
  before = aSiteFolder();
  const site = new FolderSite(before);
  await site.publishAll();
  await site.publish('pricing', 'v2');
  await site.preview('signup', 'v2', 'spring');
  await site.change({ name: 'publish', apps: ['signup'], canary: { share: 2 } });
});

/** `npm run soak` sets SOAK: then it dies at every change, else at some: each command begins with another one. */
const step = process.env['SOAK'] ? 1 : 3;

/**
 * Carries the command out on a copy of the site and dies at a change of the disk; again on another copy, dying at a later
 * one; and so on until it gets through.
 * @returns how often it died
 */
async function dieEverywhere(command: SiteCommand, first: number): Promise<number> {
  for (let [last, deaths] = [first, 0]; ; last += step, deaths += 1) {
    const site = new FolderSite(aSiteFolder());
    const copy = { recursive: true, verbatimSymlinks: true };
    cpSync(path.join(before, 'site'), site.folder, copy);
    site.sources.set('pricing', 'v3').set('signup', 'v3');
    const died = await dyingAt(last, site, () => site.change(command));
    await expectHealthy(site, command, last);
    rmSync(site.root, { recursive: true });
    if (!died) return deaths;
  }
}

async function expectHealthy(site: FolderSite, command: SiteCommand, last: number): Promise<void> {
  const knownVersions = [2, 3].map((n) => fakeVersion('pricing', `v${n}`));
  const ledger = await site.ledger();
  const gone = command.name === 'remove' ? [undefined] : [];
  expect([...knownVersions, fakeVersion('pricing', 'v1'), ...gone]).toContain(
    ledger.live?.releases['pricing'],
  );
  expect({ last, faults: servingErrors(site.folder) }).toEqual({ last, faults: [] });
  for (const visitorBucket of await readdir(path.join(site.folder, 'canary')).catch(() => [])) {
    const faults = servingErrors(site.folder, `canary/${visitorBucket}`);
    expect({ last, faults }).toEqual({ last, faults: [] });
  }
  const next = site.again();
  next.sources.set('pricing', 'v3').set('signup', 'v3');
  // A person tries a command again that died; it may be refused where it was done already.
  await next.change(command).catch(async (error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    await next.publish('host', 'next');
  });
  const after = await next.ledger();
  expect(after.pruning).toBeNull();
  expect(await next.damages()).toEqual([]);
  expect(servingErrors(next.folder)).toEqual([]);
}

test.each<[string, SiteCommand]>([
  ['publish', { name: 'publish', apps: ['pricing'] }],
  ['rollback', { name: 'rollback', app: 'pricing', to: null }],
  ['preview', { name: 'preview', app: 'pricing', preview: 'summer' }],
  ['preview --remove', { name: 'preview-remove', preview: 'spring' }],
  ['remove', { name: 'remove', app: 'pricing', shown: true }],
  ['prune', { name: 'prune', keepDays: 0 }],
  ['publish --canary', { name: 'publish', apps: ['signup'], canary: { share: 3 } }],
  ['canary', { name: 'canary', share: 3 }],
  ['promote', { name: 'promote' }],
  ['abort', { name: 'abort', reason: 'faults' }],
])('a %s that dies at any write leaves a working site', (name, command) =>
  expect(dieEverywhere(command, 1 + (name.length % step))).resolves.toBeGreaterThan(1),
);

test('a first publish that dies at any write can be repeated', async () => {
  let deaths = 0;
  for (let last = 1, died = true; died; last += 4) {
    const site = new FolderSite(aSiteFolder());
    died = await dyingAt(last, site, () => site.publishAll());
    if (died) deaths += 1;
    await site.again().publishAll();
    expect(servingErrors(site.folder)).toEqual([]);
    const { live } = await site.ledger();
    expect(Object.keys(live?.releases ?? {})).toEqual([...testApps]);
    rmSync(site.root, { recursive: true });
  }
  expect(deaths).toBeGreaterThan(20);
});
