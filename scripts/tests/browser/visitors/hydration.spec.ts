import type { Page } from '@playwright/test';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { expect, test } from '../../helpers/fixtures';
import { delayRequests } from '../../helpers/delays';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { annualSwitch, changePage } from '../../helpers/sections';
import { readLosses, nothingLost, observePage } from '../fault-gallery/fault-fixtures';

// The prerendered nodes stay in the page, whenever the remote comes, and if it never does.

/** Watches from before the first script of the page runs. */
const watch = (page: Page) => page.addInitScript(observePage);

const changedCards = (page: Page) =>
  page.evaluate(() => [...new Set(window.observations.changedCards)]);

// Visitors here want motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Remotes by the pages that show them. */
const pages = [
  ['/', 'pricing'],
  ['/signup', 'signup'],
] as const;

for (const [path, app] of pages) {
  test(`hydration of ${path} keeps every prerendered node and moves nothing`, async ({ page }) => {
    await watch(page);
    await page.goto(path);
    await remoteHydrated(page);
    // Fresh prices have come, and are as composed.
    await page.waitForLoadState('networkidle');
    expect(await changedCards(page)).toEqual([]);
    expect(await readLosses(page)).toEqual(nothingLost);
  });

  test(`${app} that is there before the host keeps every node`, async ({ page }) => {
    await watch(page);
    const remote = page.waitForResponse(new RegExp(`/assets/${app}/entry\\.`));
    const release = await delayRequests(page, '**/assets/host/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await remote;
    release();
    await remoteHydrated(page);
    expect(await readLosses(page)).toEqual(nothingLost);
  });
}

test('the switch works while pricing is on its way, and nothing is lost when it comes', async ({
  page,
}) => {
  await watch(page);
  const release = await delayRequests(page, '**/assets/pricing/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await hydrated(page);
  const toggle = annualSwitch(page);
  await toggle.click();
  await expect(page.getByText('$290.00')).toBeVisible();
  release();
  await remoteHydrated(page);
  await expect(toggle).toBeChecked();
  expect((await readLosses(page)).gone).toBe(0);
});

test('new prices of one plan change only the text of its card', async ({ page }) => {
  // By the month and by the year alike, so that as many months are free.
  await changePage(page, tablesPath, (text) =>
    text.replaceAll(/"price":2900(0?)\b/g, '"price":3175$1'),
  );
  await watch(page);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$31.75');
  await remoteHydrated(page);
  expect(await changedCards(page)).toEqual(['Pro']);
  expect(await readLosses(page)).toEqual(nothingLost);
});
