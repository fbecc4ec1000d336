import { memoryFolder, temporaryFolder } from '@composed/build/testing/temporary-folder';
import { aFolderSite } from '@composed/testing/release/a-folder';
import { fakeRelease, releaseFolder } from '@composed/testing/release/fake-release';

test('status names no address where the site has none of its own', async () => {
  const site = aFolderSite();
  await site.publishAll();
  expect((await site.type('status')).out).toMatch(/^Live in .+, as https:\/\/shop\.test\n/);
  await site.type('settings', '--site-url', 'none');
  expect((await site.type('status')).out).toMatch(/^Live in .+, without a public address\n/);
});

test('status says what a remote brings in place of the host’s React', async () => {
  const site = aFolderSite();
  await site.publishAll();
  expect((await site.type('status')).out).not.toContain('Brings its own');
  const made = fakeRelease('pricing', 'v2');
  const brings = { react: '18.3.1', 'react-dom': '18.3.1' };
  const manifest = { ...made.manifest, brings };
  const folder = await releaseFolder(temporaryFolder(memoryFolder), { ...made, manifest });
  await site.type('publish', '--from', folder);
  expect((await site.type('status')).out).toContain(
    'Brings its own: pricing has react 18.3.1, react-dom 18.3.1.',
  );
});
