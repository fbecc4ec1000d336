import { readdir } from 'node:fs/promises';
import { ReleaseError } from '@composed/command/errors';
import { writeNextLedger } from '../../ledger/ledger';
import { aFolderSite, type FolderSite, testApps } from '@composed/testing/release/folder-site';
import { fakeCompose } from '@composed/testing/release/fake-compose';
import { shortVersion } from '@composed/testing/release/fake-release';
import { snapshot } from '@composed/testing/release/served-files';

let site: FolderSite;
beforeEach(() => {
  site = aFolderSite();
});

test('a failed build ends no other build, and all failures are reported together', async () => {
  const ended: string[] = [];
  const broken = site.again({
    buildApp: async (app, checks) => {
      if (app !== 'signup') throw new Error(`${app} did not build.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (checks.signal?.aborted) throw new Error('signup was ended.');
      ended.push(app);
      return site.tool.buildApp(app, checks);
    },
  });
  const { code, err } = await broken.runCommandLine('publish', '--all');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'host did not build.\n\npricing did not build.\n',
  });
  expect(ended).toEqual(['signup']);
  expect(await readdir(broken.folder)).toEqual([]);
});

/** A site whose next pricing lacks a module that the host shows, is over budget, and ends a rollback of signup. */
async function threeProblems() {
  site.sources.set('host', 'v1');
  site.servers.set('host', 'v1 +pricing/Comparison');
  site.sources.set('pricing', 'v1 +Comparison');
  await site.publishAll();
  await site.publish('signup', 'v2');
  await site.runCommandLine('settings', '--budget', 'pricing.release=1');
  const heavy = 'v2 which is much longer than the one before, and so over budget';
  const before = shortVersion('signup', 'v1');
  const later = site.again({
    compose: (input) => {
      const versionOf = (app: string) => input.releases[app]?.manifest.version ?? '';
      const isBoth =
        versionOf('signup').startsWith(before) &&
        versionOf('pricing').startsWith(shortVersion('pricing', heavy));
      const violation = { app: 'signup', version: before, reason: 'needs the pricing before' };
      return isBoth ? Promise.reject(new ReleaseError(violation)) : fakeCompose(input);
    },
  });
  later.sources.set('pricing', heavy);
  return later;
}

test.each([[[]], [['--dry-run']]])(
  'the refusals of all checks are reported together (%j)',
  async (words) => {
    const later = await threeProblems();
    const live = await snapshot(site.folder);
    const { code, err } = await later.runCommandLine('publish', 'pricing', ...words);
    expect(code).toBe(1);
    expect(err).toMatch(/^3 checks refuse this, and the live site is unchanged\.\n/);
    expect(err).toContain('does not expose ./Comparison');
    expect(err).toMatch(/^pricing +release /m);
    expect(err).toMatch(/^signup .* could no longer be rolled back to/m);
    expect(err.match(/the live site is unchanged/g)).toHaveLength(1);
    expect(await snapshot(site.folder)).toBe(live);
  },
);

test('a dry run refuses as the publish would, and names the checks that it left out', async () => {
  await site.publishAll();
  const asked: string[] = [];
  const misfit = { app: 'pricing', version: 'v2', reason: 'it needs react ^20.0.0' };
  const unfit = site.again({ compose: () => Promise.reject(new ReleaseError(misfit)) });
  const { code, out, err } = await unfit.runPublishCommandLine('pricing', 'v2', '--dry-run');
  expect([code, err]).toEqual([1, expect.stringContaining('it needs react ^20.0.0')]);
  expect(out).not.toContain('Would end with');
  site.sources.set('pricing', 'v2');
  const browser = site.again({
    findStyleLeaks: async () => {
      asked.push('browser');
      return [];
    },
    buildApp: (app, checks) => {
      asked.push(checks.types ? 'types' : 'a build alone');
      return site.tool.buildApp(app, checks);
    },
  });
  const well = await browser.runPublishCommandLine('pricing', 'v2', '--dry-run');
  expect(well).toMatchObject({ code: 0, err: '' });
  expect(well.out).toContain(
    'Left out, since it needs a browser: Check the styles of changed pages.\n',
  );
  expect(asked).toEqual(['types']);
});

test('a preview in which no page shows its app is refused', async () => {
  await site.publishAll();
  const alone = site.again({ apps: ['unshown'] });
  alone.sources.set('unshown', 'v1 +News');
  const { code, out, err } = await alone.runCommandLine('preview', '--name', 'spring');
  expect(code).toBe(1);
  expect(err).toMatch(/^No page would show unshown, .* has no slot for .*unshown\/News/);
  expect(out).not.toContain('can be seen at');
  expect((await site.ledger()).previews).toEqual({});
});

test('the slower of two publishes names the faster one, and goes live on top of it', async () => {
  await site.publishAll();
  let acting: Promise<unknown> | undefined;
  const slow = site.again({
    compose: async (input) => {
      await (acting ??= site.again({ by: 'Bob' }).publish('signup', 'v2'));
      return fakeCompose(input);
    },
  });
  const { code, out } = await slow.runPublishCommandLine('pricing', 'v2');
  expect(code).toBe(0);
  const change = `signup ${shortVersion('signup', 'v1')} → ${shortVersion('signup', 'v2')}`;
  expect(out).toContain(
    `↻ Commit the publish · somebody else changed the site meanwhile (Bob: publish ${change}): planning again`,
  );
  expect(out).not.toContain('✗');
  expect(Object.keys((await site.ledger()).live?.releases ?? {})).toEqual([...testApps]);
});

test('a concurrent change without a history entry is reported without a name', async () => {
  await site.publishAll();
  let acting: Promise<unknown> | undefined;
  const slow = site.again({
    compose: async (input) => {
      await (acting ??= writeNextLedger(site.tool.store, await site.ledger(), {}));
      return fakeCompose(input);
    },
  });
  const { code, out } = await slow.runPublishCommandLine('pricing', 'v2');
  expect(code).toBe(0);
  expect(out).toContain('somebody else changed the site meanwhile: planning again');
});
