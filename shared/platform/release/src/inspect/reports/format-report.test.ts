import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { memoryFolder, temporaryFolder } from '@composed/build/jest/temporary-folder';
import { aFolderSite, aLiveSite } from '@composed/testing/release/folder-site';
import { fakeRelease, releaseFolder, shortVersion } from '@composed/testing/release/fake-release';

test('status names no address of a site without a public one', async () => {
  const site = await aLiveSite();
  expect(await site.status()).toMatch(/^Live in .+, as https:\/\/shop\.test\n/);
  await site.runCommandLine('settings', '--site-url', 'none');
  expect(await site.status()).toMatch(/^Live in .+, without a public address\n/);
});

test('status names packages that a remote brings itself', async () => {
  const site = await aLiveSite();
  expect(await site.status()).not.toContain('Brings its own');
  const made = fakeRelease('pricing', 'v2');
  const brings = { react: '18.3.1', 'react-dom': '18.3.1' };
  const manifest = { ...made.manifest, brings };
  const folder = await releaseFolder(temporaryFolder(memoryFolder), { ...made, manifest });
  await site.runCommandLine('publish', '--from', folder);
  expect(await site.status()).toContain(
    'Brings its own: pricing has react 18.3.1, react-dom 18.3.1.',
  );
});

test('status names the other origins that an app uses, and since which release', async () => {
  const site = await aLiveSite();
  const connect = ['https://errors.example.com'];
  const uses = [{ connect }, { connect, script: ['https://js.example.com'] }];
  for (const [n, outside] of uses.entries()) {
    const made = fakeRelease('pricing', `v${n + 2}`);
    const manifest = { ...made.manifest, outside };
    const folder = await releaseFolder(temporaryFolder(memoryFolder), { ...made, manifest });
    await site.runCommandLine('publish', '--from', folder);
  }
  const host = fakeRelease('host', 'v2');
  const open = { ...host.manifest, grants: { trustedTypes: 'off' as const } };
  await site.runCommandLine(
    'publish',
    '--from',
    await releaseFolder(temporaryFolder(memoryFolder), { ...host, manifest: open }),
  );
  const { out } = await site.runCommandLine('status');
  expect(out).toContain('Trusted Types are off: ');
  const [, live, before] = /Rollback: pricing (\w+) → (\w+)/.exec(out) ?? [];
  expect(out).toContain(
    `Other origins: pricing uses https://errors.example.com (connect), since its release ${before}.`,
  );
  expect(out).toContain(
    `https://js.example.com (script), which may change at any time, since its release ${live}.`,
  );
});

test('status names a removed app with its rollback, and history refuses an unknown app', async () => {
  const site = await aLiveSite();
  await site.runCommandLine('remove', 'pricing', '--shown');
  const { out } = await site.runCommandLine('status');
  expect(out).toContain(`Removed: pricing ${shortVersion('pricing', 'v1')} just now by Ada; to`);
  const { err } = await site.runCommandLine('rollback', 'pricng');
  expect(err).toContain('"pricng". Did you mean pricing? It can be host, signup, pricing.');
  expect((await site.runCommandLine('diff', '1', '99')).err).toBe(
    'There is no revision 99 yet; the last is 2.\n',
  );
  const { out: none } = await site.runCommandLine(
    'history',
    '--app',
    'pricing',
    '--since',
    '2099-01-01',
  );
  expect(none).toBe('The history has no such entry.\n');
  await site.runCommandLine('rollback', 'pricing');
  expect(await site.status()).not.toContain('Removed');
});

test('the commands in the README of a new site exist', async () => {
  const file = 'shared/platform/cli/templates/site/README.md.template';
  const readme = await readFile(path.join(getRepositoryRoot(), file), 'utf8');
  const lines = [...readme.matchAll(/^npm run release -- ([\w -]*\w)/gm)].map(
    ([, words = '']) => words,
  );
  expect(lines).toContain('rollback news');
  const written = aFolderSite({ apps: ['host', 'news'] });
  await written.change({ name: 'publish', apps: ['host', 'news'] });
  for (const line of lines)
    expect([
      line,
      (await written.runCommandLine(...line.split(' '), '--dry-run')).code,
    ]).not.toEqual([line, 2]);
});
