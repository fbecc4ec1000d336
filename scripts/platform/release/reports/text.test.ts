import { aFolderSite } from '../../../tests/helpers/release/a-folder';

test('status names no address where the site has none of its own', async () => {
  const site = aFolderSite();
  await site.publishAll();
  expect((await site.type('status')).out).toMatch(/^Live in .+, as https:\/\/shop\.test\n/);
  await site.type('settings', '--site-url', 'none');
  expect((await site.type('status')).out).toMatch(/^Live in .+, without a public address\n/);
});
