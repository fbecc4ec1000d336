import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { field, fillIn, newVisitor } from '../../helpers/new-visitor';
import { randomNumbers } from '@composed/testing/release/random';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { annualSwitch, expectSameDocument, markDocument } from '../../helpers/sections';
import { readScreens } from '../../helpers/run-site';
import { domSize, walk } from '../../helpers/walk';

// A visitor who does anything at random. No step may cause an error, and the page stays whole.

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

type Step = (page: Page, pick: (count: number) => number) => Promise<unknown>;

/** Presses one of the links of the site that are in the page, without waiting for what comes of it. */
const follow: Step = async (page, pick) => {
  const links = page.locator(
    'a[href^="/"]:not([href^="/redirect"], [aria-hidden]):visible, a#scrollUp',
  );
  const count = await links.count();
  if (count > 0) await links.nth(pick(count)).click();
};

const sizes = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
] as const;

const steps: readonly Step[] = [
  follow,
  follow,
  follow,
  (page) => page.goBack({ waitUntil: 'commit' }),
  (page) => page.goForward({ waitUntil: 'commit' }),
  (page) => page.reload({ waitUntil: 'commit' }),
  (page, pick) => page.setViewportSize(sizes[pick(2)] ?? sizes[0]),
  async (page) => {
    await page.context().setOffline(true);
    await page.evaluate(() => window.scrollTo({ top: 900 })).catch(() => undefined);
    await page.context().setOffline(false);
  },
];

/** Problems of the page that is shown. */
const problems = (page: Page, titles: Readonly<Record<string, string>>) =>
  page.evaluate((known) => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...(count('main') === 1 ? [] : [`${count('main')} main`]),
      ...(count('h1') === 1 ? [] : [`${count('h1')} h1`]),
      ...(document.title === known[location.pathname] ? [] : [`the title is ${document.title}`]),
      ...(scrollWidth > clientWidth ? [`${scrollWidth} wide in ${clientWidth}`] : []),
    ].join(', ');
  }, titles);

test('sixty random steps cause no error', async ({ page, site, allowConsole }) => {
  // Requests while there is no network.
  allowConsole(/ERR_INTERNET_DISCONNECTED|^error: \[\w+ \w+ \.\/\w+\]/);
  const screens = await readScreens(site);
  const titles = Object.fromEntries(screens.map(({ path, title }) => [path, title]));
  const next = randomNumbers(2);
  const pick = (count: number) => Math.floor(next() * count);
  await page.goto('/');
  for (let taken = 0; taken < 60; taken += 1) {
    // A page that is being replaced does not respond: the next step comes all the same.
    await steps[pick(steps.length)]?.(page, pick).catch(() => undefined);
    if (!page.url().startsWith('http')) await page.goto('/');
    await expect
      .poll(() => problems(page, titles).catch(String), {
        message: `step ${taken} at ${page.url()}`,
      })
      .toBe('');
  }
});

test('a skipped view transition is not reported as an error', async ({ page }) => {
  await page.goto('/terms');
  for (let round = 0; round < 16; round += 1) {
    const path = round % 2 === 0 ? '/privacy-policy' : '/terms';
    await page.evaluate((address) => location.assign(address), path);
    // Random pauses: while the page loads, while it fades in, and when it is there.
    await page.waitForTimeout((round % 8) * 15);
    await page.setViewportSize(sizes[round % 2] ?? sizes[0]);
    await page.waitForURL(path);
  }
});

test('Back brings back what was typed and switched, but no password', async ({ page }) => {
  const header = page.getByRole('banner');
  const heading = page.getByRole('heading', { level: 1 });
  const contact = page.getByRole('region', { name: 'Talk to us.' });
  const annual = annualSwitch(page);
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  await markDocument(page);
  await annual.click();
  await contact.getByLabel('Message').fill('Which one is mine?');

  await header.getByRole('link', { name: 'SignUp' }).click();
  await remoteHydrated(page);
  const visitor = newVisitor();
  await fillIn(page, visitor);
  await header.getByRole('link', { name: 'Home' }).click();
  await expect(heading).toHaveText('Open your shop today.');
  await expect(contact.getByLabel('Message')).toHaveValue('');
  await expect(annual).not.toBeChecked();

  await page.goBack();
  await expect(field(page, 'firstName')).toHaveValue(visitor.firstName);
  await expect(field(page, 'emailAddress')).toHaveValue(visitor.emailAddress);
  await expect(field(page, 'password')).toHaveValue('');
  await page.goBack();
  await expect(contact.getByLabel('Message')).toHaveValue('Which one is mine?');
  await expect(annual).toBeChecked();
  await expect(page.getByText('$290.00')).toBeVisible();
  await page.goForward();
  await expect(field(page, 'lastName')).toHaveValue(visitor.lastName);
  await expectSameDocument(page);
});

test('a tab that stays open is no larger after 60 pages than after 20', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  const size = await domSize(page);
  await walk(page, 10);
  const before = await size();
  await walk(page, 20);
  const after = await size();
  // A leak of one node, or of one listener in four trips, would show.
  expect(after.nodes - before.nodes).toBeLessThan(20);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(5);
});
