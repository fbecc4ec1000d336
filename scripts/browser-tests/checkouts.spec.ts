import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseRecord } from 'shared/contracts/release-record';
import { expect, test } from '../testing/fixtures';
import { copyRepository, removeCopy } from '../testing/repository-copy';
import { snapshot } from '../testing/release/served';
import { runRelease } from '../testing/team';

// What a page is made of is in the store, whatever the checkout of whoever publishes holds.
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

test('pricing is published from a checkout without the host and the other remote', async ({
  page,
  startSite,
}) => {
  test.setTimeout(240_000);
  const { url, siteDir, dataDir } = await startSite();
  const record = async () =>
    parseReleaseRecord((await page.locator('#release-record').textContent()) ?? '');
  await page.goto(url);
  const before = await record();
  const copy = await copyRepository();
  try {
    for (const folder of ['host', 'remote-signup']) {
      await rm(join(copy, folder), { recursive: true });
      await rm(join(copy, 'node_modules', folder), { force: true });
    }
    await editPricing(copy);
    const environment = {
      SITE_DIR: siteDir,
      DATA_DIR: dataDir,
      SITE_URL: '',
      SUBSCRIPTION_URL: '',
    };
    const { code, errors } = await runRelease(copy, environment, ['publish', 'pricing']);
    expect(`${String(code)} ${errors}`).toBe('0 ');
  } finally {
    await removeCopy(copy);
  }
  await page.goto(url);
  await expect(page.getByText('Start free. Grow as you like.')).toBeVisible();
  const after = await record();
  expect(after.host).toBe(before.host);
  expect(after.remotes['signup']?.version).toBe(before.remotes['signup']?.version);
  expect(after.remotes['pricing']?.version).not.toBe(before.remotes['pricing']?.version);
});

test('checkouts with another composer, table of apps and environment publish the same pages', async ({
  request,
  startSite,
}) => {
  test.setTimeout(300_000);
  const { url, siteDir, dataDir } = await startSite();
  const [plain, changed] = [await copyRepository(), await copyRepository()];
  const otherStore = join(changed, '.site');
  const settings = { DATA_DIR: dataDir, SITE_URL: '', SUBSCRIPTION_URL: '' };
  const publish = async (copy: string, SITE_DIR: string, args: string[], more = {}) => {
    const { code, errors } = await runRelease(copy, { ...settings, SITE_DIR, ...more }, args);
    expect(`${String(code)} ${errors}`).toBe('0 ');
  };
  const pagesOf = async (store: string) =>
    (await snapshot(store)).split('\n').filter((line) => line.startsWith('compositions'));
  try {
    await cp(siteDir, otherStore, { recursive: true, verbatimSymlinks: true });
    await editPricing(plain);
    await editPricing(changed);
    const composer = join(changed, 'host/src/composer/document.ts');
    await edit(composer, "'</body>',", "'<!-- another composer --></body>',");
    const table = join(changed, 'shared/tooling/build/apps.ts');
    await edit(table, "name: 'signup',", "name: 'signup-of-another-table',");
    const elsewhere = { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8', USER: 'somebody-else' };
    await publish(plain, siteDir, ['publish', 'pricing']);
    await publish(changed, otherStore, ['publish', 'pricing'], elsewhere);
    expect(await pagesOf(otherStore)).toEqual(await pagesOf(siteDir));

    const page = async () => (await request.get(url)).text();
    expect(await page()).not.toContain('another composer');
    await publish(changed, siteDir, ['publish', 'host']);
    expect(await page()).toContain('<!-- another composer -->');
    await publish(plain, siteDir, ['rollback', 'host']);
    expect(await page()).not.toContain('another composer');
  } finally {
    await removeCopy(plain);
    await removeCopy(changed);
  }
});
