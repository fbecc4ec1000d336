import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseRecord } from 'shared/contracts/release-record';
import { expect, test } from '../testing/fixtures';
import { copyRepository, removeCopy } from '../testing/repository-copy';
import { runRelease } from '../testing/team';

// A team's CI may check out less than the whole repository.
test.use({ baseURL: undefined });

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
    const source = join(copy, 'remote-pricing/src/PricingSection.tsx');
    const text = await readFile(source, 'utf8');
    await writeFile(source, text.replace('Move up when your shop does.', 'Grow as you like.'));
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
