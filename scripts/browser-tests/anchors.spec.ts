import { expect, test } from '../testing/fixtures';
import { delayRequests } from '../testing/delays';
import { landing, notFound, privacyPolicy, signUp, terms } from '../testing/routes';
import { expectSameDocument, expectToLookAt, hydrated, markDocument } from '../testing/sections';

const anchors = [
  ['Features', 'features'],
  ['Pricing', 'pricing'],
  ['Contact', 'contact'],
] as const;

for (const screen of [landing, notFound]) {
  test(`the header’s anchors lead from ${screen.path} to their sections`, async ({
    page,
    expectConsole,
  }) => {
    if (screen === notFound) expectConsole(/404/);
    await page.goto(screen.path);
    await hydrated(page);
    await markDocument(page);
    for (const [name, id] of anchors) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`/#${id}`);
      await expectToLookAt(page, id);
      await expectSameDocument(page);
      await page.goBack();
      await expect(page).toHaveURL(screen.path);
    }
  });
}

test('a first load of /#contact shows that section', async ({ page }) => {
  await page.goto('/#contact');
  await expectToLookAt(page, 'contact');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await expectToLookAt(page, 'contact');
  // And so does Back after a full page load.
  await page.goto('/privacy-policy');
  await page.goBack();
  await expect(page).toHaveURL('/#contact');
  await expectToLookAt(page, 'contact');
});

test('Back returns to the section that was left, also across pages', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expectToLookAt(page, 'pricing');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' });
  await link.scrollIntoViewIfNeeded();
  // Nobody presses a link before the frame that shows it; with that frame the page hears of the scrolling.
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

test('links between the pages change the screen without a page load', async ({ page, calls }) => {
  await page.goto('/');
  await hydrated(page);
  await markDocument(page);
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  for (const [link, screen] of [
    [footer.getByRole('link', { name: 'Privacy Policy' }), privacyPolicy],
    [footer.getByRole('link', { name: 'Terms & Conditions' }), terms],
    [header.getByRole('link', { name: 'SignUp' }), signUp],
    [header.getByRole('link', { name: 'Home' }), landing],
    [page.locator('#pricing').getByRole('link', { name: 'Sign Up for Pro' }), signUp],
    [footer.getByRole('link', { name: 'Home' }), landing],
  ] as const) {
    await link.click();
    await expect(page).toHaveURL(screen.path);
    await expect(page).toHaveTitle(screen.title);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(screen.heading);
    // A screen reader hears the new page's name and goes on from its heading.
    await expect(page.getByRole('status').filter({ hasText: screen.title })).toHaveCount(1);
    await expect(heading).toBeFocused();
    await expectSameDocument(page);
  }
  expect(calls.list(new URL(page.url()).origin).filter((call) => !call.includes('/api/'))).toEqual([
    'GET /',
  ]);
});

test('the heading keeps the focus when the sign-up form arrives after the navigation', async ({
  page,
}) => {
  const arrive = await delayRequests(page, '**/assets/signup/*.js');
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  const heading = page.getByRole('heading', { level: 1, name: signUp.heading });
  await expect(heading).toBeFocused();
  arrive();
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(heading).toBeFocused();
});
