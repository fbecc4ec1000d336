import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseRecord } from '@shopwright/shared/contracts/release-record';
import { expect, test } from '../testing/fixtures';
import { aTeam, unchecked } from '../testing/team';

// What a page is made of is in the store, whatever the checkout of whoever publishes holds.
test.use({ baseURL: undefined });

test('pricing is published from a checkout without the host and the other remote', async ({
  page,
  perWorker,
}) => {
  const team = await perWorker('checkout', aTeam);
  const record = async () =>
    parseReleaseRecord((await page.locator('#release-record').textContent()) ?? '');
  await page.goto(team.site.url);
  const before = await record();
  for (const folder of ['host', 'remote-signup']) {
    await rm(join(team.copy, folder), { recursive: true });
    await rm(join(team.copy, 'node_modules', folder), { force: true });
  }
  const source = 'remote-pricing/src/PricingSection.tsx';
  await team.edit(source, 'Move up when your shop does.', 'Grow as you like.');
  await team.mustRelease('publish', 'pricing', ...unchecked);
  await page.goto(team.site.url);
  await expect(page.getByText('Start free. Grow as you like.')).toBeVisible();
  const after = await record();
  expect(after.host).toBe(before.host);
  expect(after.remotes['signup']?.version).toBe(before.remotes['signup']?.version);
  expect(after.remotes['pricing']?.version).not.toBe(before.remotes['pricing']?.version);
});
