import { tablesPath } from '@shopwright/shared/contracts/plans';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { expect, test } from '../../helpers/fixtures';
import { delayRequests } from '../../helpers/delays';
import { hydrated } from '@composed/testing/browser/hydration';
import {
  expectSameDocument,
  expectToLookAt,
  headerLink,
  markDocument,
} from '../../helpers/sections';
import { missingPath, readScreens } from '../../helpers/run-site';

const anchors = [
  ['Features', 'features'],
  ['Pricing', 'pricing'],
  ['Contact', 'contact'],
] as const;

for (const path of ['/', missingPath]) {
  test(`the header’s anchors lead from ${path} to their sections`, async ({
    page,
    expectConsole,
  }) => {
    if (path === missingPath) expectConsole(/404/);
    await page.goto(path);
    await hydrated(page);
    await markDocument(page);
    for (const [name, id] of anchors) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`/#${id}`);
      await expectToLookAt(page, id);
      await expectSameDocument(page);
      await page.goBack();
      await expect(page).toHaveURL(path);
    }
  });
}

test('a first load of /#contact shows that section', async ({ page }) => {
  await page.goto('/#contact');
  await expectToLookAt(page, 'contact');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await expectToLookAt(page, 'contact');
  // Back leads to the section after a full page load, too.
  await page.goto('/privacy-policy');
  await page.goBack();
  await expect(page).toHaveURL('/#contact');
  await expectToLookAt(page, 'contact');
});

test('Back returns to the section that was left, also across pages', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await headerLink(page, 'Pricing').click();
  await expectToLookAt(page, 'pricing');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' });
  await link.scrollIntoViewIfNeeded();
  // A visitor presses a link only after the frame that shows it; with that frame the page hears of the scrolling.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await link.click();
  // The address changes at once, the page when it has come.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/#pricing');
  await expect(page.locator('#pricing')).toBeAttached();
  // The footer was in view when the link there was pressed: Back leads to where the visitor was.
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(5);
});

test('links between the pages change the screen without a page load', async ({
  page,
  site,
  calls,
}) => {
  const screens = await readScreens(site);
  const links = siteLinks();
  await page.goto('/');
  await hydrated(page);
  await markDocument(page);
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  for (const [link, path] of [
    [footer.getByRole('link', { name: 'Privacy Policy' }), links.privacyPolicy],
    [footer.getByRole('link', { name: 'Terms & Conditions' }), links.terms],
    [header.getByRole('link', { name: 'SignUp' }), links.signUp],
    [header.getByRole('link', { name: 'Home' }), links.home],
    [page.locator('#pricing').getByRole('link', { name: 'Sign Up for Pro' }), links.signUp],
    [footer.getByRole('link', { name: 'Home' }), links.home],
  ] as const) {
    const screen = screens.find((each) => each.path === path);
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(screen?.title ?? '');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(screen?.heading ?? '');
    // A screen reader hears the new page's name and goes on from its heading.
    await expect(page.getByRole('status').filter({ hasText: screen?.title ?? '' })).toHaveCount(1);
    await expect(heading).toBeFocused();
    await expectSameDocument(page);
  }
  // One document, and the prices of the landing page each time that it opens.
  const tables = `GET ${tablesPath}`;
  expect(calls.list(site.url)).toEqual(['GET /', tables, tables, tables]);
});

test('the heading keeps the focus when the sign-up form arrives after the navigation', async ({
  page,
}) => {
  const arrive = await delayRequests(page, '**/assets/signup/*.js');
  await page.goto('/');
  await hydrated(page);
  await headerLink(page, 'SignUp').click();
  const heading = page.getByRole('heading', { level: 1, name: 'Create your account' });
  await expect(heading).toBeFocused();
  arrive();
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(heading).toBeFocused();
});
