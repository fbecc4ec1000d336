import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseRecord } from '@shopwright/shared/contracts/release-record';
import { expect, test } from '../testing/fixtures';
import { copyRepository, removeCopy } from '../testing/repository-copy';
import { snapshot } from '../testing/release/served';
import { startSite, type Site } from '../testing/site';
import { runRelease, unchecked } from '../testing/team';

// What a page is made of is in the store, whatever the checkout of whoever publishes holds.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined });

async function edit(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not hold "${before}".`);
  await writeFile(file, text.replace(before, after));
}

/** Changes the source of pricing alike in every checkout. */
async function editPricing(copy: string): Promise<void> {
  const source = join(copy, 'remote-pricing/src/PricingSection.tsx');
  await edit(source, 'Move up when your shop does.', 'Grow as you like.');
}

const settings = { SITE_URL: '', SUBSCRIPTION_URL: '' };
let site: Site;
/** The store as it was before the first test. */
let otherStore: string;
let plain: string;
let changed: string;

test.beforeAll(async () => {
  site = await startSite();
  [plain, changed] = [await copyRepository(), await copyRepository()];
  otherStore = join(changed, '.site');
  await cp(site.siteDir, otherStore, { recursive: true, verbatimSymlinks: true });
  await editPricing(plain);
  await editPricing(changed);
});

test.afterAll(async () => {
  await site.stop();
  await Promise.all([plain, changed].map(removeCopy));
});

async function release(copy: string, args: string[], environment = {}): Promise<void> {
  const { siteDir: SITE_DIR, dataDir: DATA_DIR } = site;
  const own = { ...settings, SITE_DIR, DATA_DIR, ...environment };
  const { code, errors } = await runRelease(copy, own, args);
  expect(`${String(code)} ${errors}`).toBe('0 ');
}

test('pricing is published from a checkout without the host and the other remote', async ({
  page,
}) => {
  const record = async () =>
    parseReleaseRecord((await page.locator('#release-record').textContent()) ?? '');
  await page.goto(site.url);
  const before = await record();
  for (const folder of ['host', 'remote-signup']) {
    await rm(join(plain, folder), { recursive: true });
    await rm(join(plain, 'node_modules', folder), { force: true });
  }
  await release(plain, ['publish', 'pricing', ...unchecked]);
  await page.goto(site.url);
  await expect(page.getByText('Start free. Grow as you like.')).toBeVisible();
  const after = await record();
  expect(after.host).toBe(before.host);
  expect(after.remotes['signup']?.version).toBe(before.remotes['signup']?.version);
  expect(after.remotes['pricing']?.version).not.toBe(before.remotes['pricing']?.version);
});

test('checkouts with another composer, description of an app and environment publish the same pages', async ({
  request,
}) => {
  const composer = join(changed, 'host/src/composer/document.ts');
  await edit(composer, "'</body>',", "'<!-- another composer --></body>',");
  const app = join(changed, 'remote-signup/package.json');
  await edit(app, '"name": "signup"', '"name": "signup-of-this-checkout"');
  const elsewhere = { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8', USER: 'somebody-else' };
  await release(changed, ['publish', 'pricing', ...unchecked], {
    SITE_DIR: otherStore,
    ...elsewhere,
  });
  const pagesOf = async (store: string) =>
    (await snapshot(store)).split('\n').filter((line) => line.startsWith('compositions'));
  // What the test before has published, from the other checkout.
  expect(await pagesOf(otherStore)).toEqual(await pagesOf(site.siteDir));

  const page = async () => (await request.get(site.url)).text();
  expect(await page()).not.toContain('another composer');
  await release(changed, ['publish', 'host', ...unchecked]);
  expect(await page()).toContain('<!-- another composer -->');
  await release(plain, ['rollback', 'host']);
  expect(await page()).not.toContain('another composer');
});
