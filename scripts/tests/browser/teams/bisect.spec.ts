import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { startScript } from '@composed/testing/server/start-process';
import { expect, test as base } from '../../helpers/fixtures';
import { hydrated } from '@composed/testing/browser/hydration';
import { anotherRelease } from '../../helpers/change-site';
import { aTeam, skipTypeCheck, type Team } from '../../helpers/team';

// A release has broken the page, and others were published since.
base.describe.configure({ mode: 'serial' });

// A site of its own, whose revisions count from the first.
const test = base.extend<{ team: Team }>({
  team: async ({ perWorker }, use) => use(await perWorker('team of the past', aTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

/** A check as a team would write it: it presses the sign, and reads the prices. */
const check = `
  import { chromium } from 'playwright-core';
  const browser = await chromium.launch({ args: ['--disable-gpu'], executablePath: process.argv[2] });
  const page = await browser.newPage();
  await page.goto(process.env.SITE_URL);
  await page.locator('[data-slot="pricing/PricingSection"]').scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () => performance.getEntriesByName('composed:hydrated:pricing/PricingSection').length > 0,
  );
  const sign = page.getByRole('switch', { name: 'Annual billing' });
  if (await sign.isDisabled()) process.exit(1);
  await sign.click();
  const plans = await page.getByRole('list', { name: 'Plans' }).textContent();
  await browser.close();
  process.exit(plans.includes('$290.00') ? 0 : 1);
`;

const stores = /^(?:live|deployments|releases|assets|ledger)\b/;

test('bisect names the release that broke the page, and its command rolls it back', async ({
  page,
  team,
}) => {
  await (await anotherRelease(team.site, 'signup')).publish();
  const line = 'input.current.disabled = disabled;';
  await team.edit('remote-pricing/src/PeriodSwitch.tsx', line, 'input.current.disabled = true;');
  await team.mustRelease('publish', 'pricing', ...skipTypeCheck);
  await team.mustRelease('rollback', 'signup');
  const before = await team.look(stores);

  await writeFile(join(team.copy, 'check.mjs'), check);
  const command = `node check.mjs ${chosenBrowser() ?? ''}`;
  const said = await team.mustRelease('bisect', '--good', '1', '--run', command);
  // This mixture was never live.
  expect(said).toMatch(/✓ never live: host \w+, pricing \w+, signup \w+ · bad/);
  expect(said).toMatch(/Bad since:\n {2}pricing [0-9a-f]{12}: publish by .*, revision 3/);
  expect(await team.look(stores)).toBe(before);

  const back = /^ {2}npm run release -- (rollback pricing --to [0-9a-f]{12})$/m.exec(said)?.[1];
  await team.mustRelease(...(back ?? '').split(' '));
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByRole('switch', { name: 'Annual billing' })).toBeEnabled();
});

test('the broken page can be opened beside the live site, and is marked', async ({
  page,
  team,
}) => {
  const env = { ...process.env, ...team.environment };
  const served = startScript('serve', ['--at', '3'], { cwd: team.copy, env });
  await page.goto(await served.ready());
  await hydrated(page);
  await expect(page.getByRole('switch', { name: 'Annual billing' })).toBeDisabled();
  const overlay = page.getByRole('complementary', { name: 'Review overlay' });
  const banner = /^The site as it was from \d{4}-\d\d-\d\d \d\d:\d\d on, revision 3: not live$/;
  await expect(overlay.getByText(banner)).toBeVisible();
  await expect(
    overlay.getByRole('listitem').filter({ hasText: 'pricing/PricingSection: hydrated' }),
  ).toBeVisible();
  await page.goto('about:blank');
  await served.stop();
});
