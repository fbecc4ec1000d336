import { expect, test } from '../testing/fixtures';
import { frontSite } from '../testing/nginx-site';
import { hasNginx } from '../setup/browser.mjs';
import { startSite, type Site } from '../testing/site';
import { publishUnderLoad } from './publish-under-load';

test.describe.configure({ mode: 'serial' });

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.stop());

test('publishes and rollbacks under load fail no request of nginx and mix no page', async () => {
  test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');
  const nginx = await frontSite(site);
  try {
    await publishUnderLoad(nginx.url, site);
    expect(await nginx.errors()).toBe('');
  } finally {
    await nginx.stop();
  }
});

test('publishes and rollbacks under load fail no request of the embedded server', async () => {
  await publishUnderLoad(site.url, site);
});
