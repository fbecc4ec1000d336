import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/fixtures';
import { expectSameDocument, hydrated, markDocument } from '../helpers/sections';

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

test('where no script comes, forms say that they need some', async ({ page, allowConsole }) => {
  allowConsole(/^error: /);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/signup');
  await page.mouse.move(5, 5, { steps: 2 });
  await expect(page.getByText('Creating an account needs scripts')).toBeVisible();
  await page.goto('/');
  await page.mouse.move(9, 9, { steps: 2 });
  await expect(page.getByText('This form needs JavaScript').filter({ visible: true })).toHaveCount(
    2,
  );
});

test('before the page is hydrated, Control and a press of the way to the top open a tab', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/^error: /);
  await page.route('**/assets/host/*.js', (route) => route.abort());
  await page.goto('/');
  await page.mouse.wheel(0, 2500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  const opened = context.waitForEvent('page');
  await page.locator('#scrollUp').click({ modifiers: ['ControlOrMeta'] });
  await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
});

test('where the host does not come, the menu opens and closes, and a link leads on', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/^error: /);
  await page.route('**/assets/host/*.js', (route) => route.abort());
  await page.goto('/terms');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(header(page).getByRole('link', { name: 'Home' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(header(page).getByRole('link', { name: 'Home' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await header(page).getByRole('link', { name: 'Features' }).click();
  await expect(page).toHaveURL('/#features');
  await expect(page.locator('#features')).toBeInViewport();
});

const signUpScripts = (scripts: readonly string[]) =>
  scripts.filter((path) => path.startsWith('/assets/signup/'));

test('sign-up is fetched once the pointer comes to a link to it, and opens at once', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  const scripts = scriptsOf(page);
  const link = header(page).getByRole('link', { name: 'SignUp' });
  await header(page).getByRole('link', { name: 'Contact' }).hover();
  await page.waitForTimeout(500);
  expect(signUpScripts(scripts)).toEqual([]);
  await link.hover();
  await expect.poll(() => signUpScripts(scripts)).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  await link.click();
  await expect(page.getByLabel('First name')).toBeVisible();
  expect(signUpScripts(scripts)).toHaveLength(1);
});

test('nothing is fetched ahead for a visitor who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/');
  await hydrated(page);
  const scripts = scriptsOf(page);
  await header(page).getByRole('link', { name: 'SignUp' }).hover();
  await page.waitForTimeout(1000);
  expect(signUpScripts(scripts)).toEqual([]);
  await header(page).getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
});

test('what was fetched ahead in vain is fetched again when it is needed', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/^error: Failed to load resource/);
  await page.goto('/');
  await hydrated(page);
  await page.route('**/assets/signup/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await header(page).getByRole('link', { name: 'SignUp' }).hover();
  await failed;
  await page.waitForTimeout(500);
  await page.unroute('**/assets/signup/**');
  await header(page).getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
});
