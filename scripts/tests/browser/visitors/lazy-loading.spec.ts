import type { Page } from '@playwright/test';
import { delayRequests } from '../../helpers/delays';
import { expect, test } from '../../helpers/fixtures';
import { field, signUpButton } from '../../helpers/new-visitor';
import { hydrated } from '@composed/testing/browser/hydration';
import { expectSameDocument, markDocument } from '../../helpers/sections';

// Files that are fetched only when a visitor does something that needs it.

/** Paths of the scripts that the page asks for, from now on. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.push(pathname);
  });
  return paths;
}

const header = (page: Page) => page.getByRole('banner');

test('a page without a remote asks for no script until the pointer moves', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/terms');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
  expect(scripts).toEqual([]);
  await page.mouse.move(5, 5, { steps: 2 });
  await hydrated(page);
  await markDocument(page);
  await header(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectSameDocument(page);
});

const lost = 'This part needs a script that did not load.';

test('a lost script is announced where it is needed, and requested again at the next press', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/^error: /);
  const scripts = '**/*.js';
  await page.route(scripts, (route) => route.abort());
  await page.goto('/');
  await page.mouse.move(9, 9, { steps: 2 });
  await expect(page.getByText(lost).filter({ visible: true })).toHaveCount(2);
  await page.goto('/signup');
  await page.mouse.move(5, 5, { steps: 2 });
  await expect(page.getByText(lost)).toBeVisible();
  await field(page, 'firstName').fill('Ada');
  await page.unroute(scripts);
  await signUpButton(page).click();
  await expect(field(page, 'lastName')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'firstName')).toHaveValue('Ada');
  await expect(page.getByText(lost)).toHaveCount(0);
});

test('a remote loads although its preloads failed', async ({ page, allowConsole }) => {
  allowConsole(/^error: Failed to load resource/);
  const asked = new Set<string>();
  await page.route('**/assets/signup/*.js*', (route) => {
    const { pathname } = new URL(route.request().url());
    const isFirst = !asked.has(pathname);
    asked.add(pathname);
    return isFirst ? route.abort() : route.continue();
  });
  await page.goto('/signup');
  await hydrated(page, 'signup/SignupPage');
  const failed = 'composed:failed:signup/SignupPage';
  expect(await page.evaluate((name) => performance.getEntriesByName(name).length, failed)).toBe(0);
});

test('a page that was stopped while loading continues when the network is back', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/^error: /);
  const release = await delayRequests(page, '**/assets/**/*.js');
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.mouse.move(5, 5, { steps: 2 });
  // A preload that is stopped loses nothing: the script asks again.
  await page.locator('head > script[src*="/assets/host/"]').first().waitFor({ state: 'attached' });
  // Stops loading, as the browser's button does.
  await page.evaluate(() => window.stop());
  release();
  await expect(page.getByText(lost)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await hydrated(page, 'signup/SignupPage');
});
