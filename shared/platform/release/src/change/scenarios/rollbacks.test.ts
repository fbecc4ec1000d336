import { rm } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { ReleaseError } from '@composed/command/errors';
import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeCompose } from '@composed/testing/release/fake-compose';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { describeWithGateway } from '@composed/testing/store/s3-gateway';
import { BucketObjects } from '../../store/bucket-objects';
import { BucketStore } from '../../store/bucket-store';

/** An act on one app. In odd versions pricing has a module more, and the host a slot for it. */
type Act =
  | readonly ['publish', app: string, version: number]
  | readonly ['remove' | 'rollback', app: string];

const app = fc.constantFrom('host', 'pricing', 'pricing', 'signup');
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.constant('publish' as const), app, fc.integer({ min: 1, max: 4 })),
  fc.tuple(fc.constantFrom('remove' as const, 'rollback' as const), app),
);

const extraModule: Readonly<Record<string, string>> = {
  host: ' +pricing/Comparison',
  pricing: ' +Comparison',
};
const hasExtraModule = (source: string | undefined) => source?.includes('+') ?? false;

/** A model of a site: for each app the path of its rollbacks, with the live release last, and whether it is live. */
class Model {
  readonly apps = new Map(
    ['host', 'pricing', 'signup'].map((name) => [name, { path: ['v0'], isLive: true }]),
  );

  private stateOf(name: string) {
    return this.apps.get(name) ?? { path: [], isLive: false };
  }

  live(name: string): string | undefined {
    const { path, isLive } = this.stateOf(name);
    return isLive ? path.at(-1) : undefined;
  }

  /** Where a rollback leads. */
  before(name: string): string | undefined {
    const { path, isLive } = this.stateOf(name);
    return path.at(isLive ? -2 : -1);
  }

  /** @returns whether that can be done */
  publish(name: string, source: string): boolean {
    const live = this.live(name);
    const losesModule = name === 'pricing' && hasExtraModule(live) && !hasExtraModule(source);
    if (losesModule && hasExtraModule(this.live('host'))) return false;
    const { path } = this.stateOf(name);
    if (path.at(-1) !== source) path.push(source);
    this.apps.set(name, { path, isLive: true });
    return true;
  }

  remove(name: string): boolean {
    const isRemovable = name !== 'host' && this.live(name) !== undefined;
    if (isRemovable) this.apps.set(name, { path: this.stateOf(name).path, isLive: false });
    return isRemovable;
  }

  rollback(name: string): boolean {
    if (this.before(name) === undefined) return false;
    const { path, isLive } = this.stateOf(name);
    this.apps.set(name, { path: isLive ? path.slice(0, -1) : path, isLive: true });
    return true;
  }
}

async function execute(site: FolderSite, model: Model, [name, app, version = 0]: Act) {
  if (name === 'publish') {
    const source = `v${version}${version % 2 ? (extraModule[app] ?? '') : ''}`;
    site.sources.set(app, source);
    return {
      code: (await site.runCommandLine('publish', app)).code,
      isDone: model.publish(app, source),
    };
  }
  const options = name === 'remove' ? ['--shown'] : [];
  return {
    code: (await site.runCommandLine(name, app, ...options)).code,
    isDone: model[name](app),
  };
}

/** Checks that every command does what the model says, and that every rollback that the ledger offers is possible. */
async function checkEveryRollback(site: FolderSite, acts: readonly Act[]) {
  for (const app of ['host', 'pricing', 'signup']) site.sources.set(app, 'v0');
  await site.publishAll();
  const model = new Model();
  for (const act of acts) {
    const { code, isDone } = await execute(site, model, act);
    expect([act, code === 0]).toEqual([act, isDone]);
    const { live } = await site.ledger();
    const names = [...model.apps.keys()];
    const versionOf = (name: string, source: string | undefined) =>
      source === undefined ? [] : [[name, fakeVersion(name, source)] as const];
    const releases = Object.fromEntries(names.flatMap((name) => versionOf(name, model.live(name))));
    expect([act, live?.releases]).toEqual([act, releases]);
    const possible = live?.rollbackChecks.filter(({ problem }) => problem === null);
    const liveApps = names.filter((name) => model.live(name) !== undefined);
    const targets = liveApps.flatMap((name) => versionOf(name, model.before(name)));
    expect(possible?.map(({ app, to }) => [app, to])).toEqual(targets);
  }
}

const acts = fc.array(act, { minLength: 4, maxLength: 14 });
/** `npm run soak` sets SOAK. */
const isSoak = Boolean(process.env['SOAK']);

test('rollbacks work after publishes, removals and rollbacks in any order', async () => {
  await fc.assert(
    fc.asyncProperty(acts, (some) => checkEveryRollback(aFolderSite(), some)),
    { numRuns: isSoak ? 50 : 5, seed: 62 },
  );
});

// ../../store/store.test.ts proves that both stores do the same.
if (isSoak)
  describeWithGateway('in a bucket', 'rollbacks', () => {
    test('rollbacks work as in a folder', async () => {
      let sites = 0;
      await fc.assert(
        fc.asyncProperty(acts, (some) => {
          const location = { bucket: 'rollbacks', prefix: `${(sites += 1)}/` };
          const store = new BucketStore(location, new BucketObjects(location));
          return checkEveryRollback(aFolderSite({ store }), some);
        }),
        { numRuns: 20, seed: 62 },
      );
    });
  });

test('rollbacks to pruned releases are no longer possible', async () => {
  let days = 0;
  const now = () => new Date(Date.now() + days * 86_400_000);
  const site = await aLiveSite({ now });
  await site.publish('pricing', 'v2');
  await site.runCommandLine('remove', 'signup', '--shown');
  expect(await site.status()).toMatch(/Rollback: pricing[^]*Removed: signup/);
  expect((await site.runCommandLine('history')).out).toMatch(/remove +signup \w{12} +Ada/);
  expect(await site.tool.store.list('assets/signup/')).not.toEqual([]);
  days = 40;
  expect(await site.runCommandLine('prune')).toMatchObject({ code: 0 });
  expect(await site.tool.store.list('assets/signup/')).toEqual([]);
  expect(await site.status()).not.toMatch(/Rollback: pricing|Removed/);
});

test('a damaged previous release makes only the rollback to it impossible', async () => {
  const site = await aLiveSite();
  await site.publish('pricing', 'v2');
  const before = fakeVersion('pricing', 'v1');
  await rm(path.join(site.folder, 'releases/pricing', before, 'server.cjs'));
  expect(await site.runPublishCommandLine('signup', 'v2')).toMatchObject({ code: 0, err: '' });
  expect(await site.status()).toMatch(
    new RegExp(
      `No rollback: pricing .+ → ${shortVersion('pricing', 'v1')}.*: .+ is missing from the store`,
    ),
  );
});

test('a previous release that hangs makes only the rollback to it impossible', async () => {
  const site = await aLiveSite();
  await site.publish('pricing', 'v2');
  await site.publish('signup', 'v2');
  const version = fakeVersion('pricing', 'v1');
  // The refusal of a guest that hangs (shared/platform/compose/src/sandbox/guests.test.ts): a real one would take a
  // processor for 30 s.
  const reason = 'it gave no answer within 30 s';
  const later = site.again({
    compose: (input) =>
      input.releases['pricing']?.manifest.version === version
        ? Promise.reject(new ReleaseError({ app: 'pricing', version, reason }))
        : fakeCompose(input),
  });
  for (const typed of ['rollback signup', 'settings --telemetry /_telemetry']) {
    expect(await later.runCommandLine(...typed.split(' '))).toMatchObject({ code: 0, err: '' });
  }
  const { out } = await later.runCommandLine('status');
  expect(out).toMatch(new RegExp(`No rollback: pricing \\w+ → \\w+: .*${reason}`));
  const { code, err } = await later.runCommandLine('rollback', 'pricing');
  expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
});

/** Refuses pages that mix a release with 'new contract' in its bundle with one without. */
function withContracts(site: FolderSite): FolderSite {
  const together = site.again({
    compose: async (input) => {
      const sources = await Promise.all(
        Object.entries(input.releases)
          .filter(([app]) => app !== 'signup')
          .map(([, { readGuestBundle }]) => readGuestBundle()),
      );
      const isNew = sources.map((source) => source.includes('new contract'));
      if (new Set(isNew).size > 1) {
        const reason = 'it was built for another contract';
        throw new ReleaseError({ app: 'pricing', version: 'x', reason });
      }
      return site.tool.compose(input);
    },
  });
  for (const app of ['host', 'pricing']) {
    together.sources.set(app, 'v2');
    together.servers.set(app, '// new contract');
  }
  return together;
}

test('a release that makes a rollback impossible needs a reason, which the history keeps', async () => {
  const together = withContracts(await aLiveSite());
  const refused = await together.runCommandLine('publish', 'host', 'pricing');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(
    /^host \w+ could no longer be rolled back to \w+: pricing x: it was built for another contract$/m,
  );
  const args = ['publish', 'host', 'pricing', '--allow-no-rollback', 'both teams know'];
  expect(await together.runCommandLine(...args)).toMatchObject({ code: 0 });
  const { out } = await together.runCommandLine('status');
  expect(out).toContain('Accepted without a rollback: pricing (both teams know).');
  expect(out).toMatch(/No rollback: host \w+ → \w+: pricing x: it was built for another contract/);
  const status: unknown = JSON.parse((await together.runCommandLine('status', '--json')).out);
  const problem = 'pricing x: it was built for another contract';
  expect(status).toMatchObject({
    rollbackChecks: [
      { app: 'host', to: fakeVersion('host', 'v1'), problem },
      { app: 'pricing', to: fakeVersion('pricing', 'v1'), problem },
    ],
  });
  expect(await together.runPublishCommandLine('signup', 'v2')).toMatchObject({ code: 0 });
});
