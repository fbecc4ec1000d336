import type { Page } from '@playwright/test';
import { siteFaults } from '../../../lab/faults/site-faults';
import { delayRequests, installClock } from '../../helpers/delays';
import { field, fillIn, newVisitor, signUp, signUpButton } from '../../helpers/new-visitor';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { annualSwitch, expectSameDocument, headerLink, markDocument } from '../../helpers/sections';
import { expect, test } from './fault-fixtures';

// Faults of the host, the services, the network, the browser's settings and extensions.
test.beforeEach(({ allowConsole }) => {
  allowConsole(
    /^(?:error|warning): (?:Failed to load resource|Failed to find a valid digest|Refused to execute|The resource \S+ was preloaded)/,
  );
});

const prices = (page: Page) => page.locator('#pricing');

function brokenBy(name: string): string {
  const fault = siteFaults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error(`There is no fault "${name}".`);
  return `${name}: ${fault.description}`;
}

/** Asserts what works in a composed page without any script of the site. */
async function readsAndLeads(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your shop today.');
  await expect(prices(page).getByText('$29.00').first()).toBeVisible();
  await annualSwitch(page).click();
  await expect(prices(page).getByText('$290.00').first()).toBeVisible();
  await expect(prices(page).getByText('$29.00').first()).toBeHidden();
  await headerLink(page, 'Contact').click();
  await expect(page.locator('#contact')).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('#contact');
  const signIn = headerLink(page, 'SignIn');
  await expect(signIn).toHaveAttribute('href', /^\/redirect\/internal\?/);
  await headerLink(page, 'SignUp').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
}

for (const name of ['host-404', 'host-corrupted', 'libraries-404', 'host-hangs', 'pins-damaged']) {
  test(brokenBy(name), async ({ page, open, expectConsole }) => {
    if (name === 'pins-damaged') {
      expectConsole(/^error: \[host \w+ \.\/main\] script failed/);
    }
    await page.goto(`${open(name).origin}/`, { waitUntil: 'domcontentloaded' });
    await readsAndLeads(page);
  });
}

for (const name of ['storage-blocked', 'extension-before', 'translated', 'footer-404']) {
  test(brokenBy(name), async ({ page, open, allowConsole }) => {
    if (name === 'footer-404') allowConsole(/^error: \[host \w+ \.\/[\w-]+\] module failed/);
    if (name === 'extension-before' || name === 'translated') {
      allowConsole(/^error: \[(?:host|pricing) \w+ \.\/\w+\] hydration failed/);
    }
    await page.goto(`${open(name).origin}/`);
    await hydrated(page);
    await readsAndLeads(page);
    await expect(page.getByRole('contentinfo')).toContainText('2024');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your shop today.');
  });
}

for (const name of ['page-minified', 'styles-rewritten', 'script-rewritten']) {
  test(brokenBy(name), async ({ page, open, site, allowConsole }) => {
    if (name !== 'page-minified') allowConsole(/Content Security Policy/);
    const looks = () => page.$$eval('h1, #pricing li', (all) => all.map((it) => it.clientHeight));
    await page.goto(site.url, { waitUntil: 'networkidle' });
    const composed = await looks();
    await page.goto(`${open(name).origin}/`, { waitUntil: 'networkidle' });
    expect(await looks()).toEqual(composed);
    if (name !== 'script-rewritten') await hydrated(page);
    await readsAndLeads(page);
  });
}

test(brokenBy('scripts-injected'), async ({ page, open, allowConsole }) => {
  // Lines of the console: scripts that the policy refuses, and preloads that then have no use.
  allowConsole(
    /Content Security Policy|Integrity-Policy|ERR_BLOCKED_BY_CSP|import ?map|integrity/i,
  );
  await page.goto(`${open('scripts-injected').origin}/`, { waitUntil: 'networkidle' });
  await hydrated(page);
  await remoteHydrated(page);
  await annualSwitch(page).click();
  await expect(prices(page).getByText('$290.00').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-injected');
});

test('interactions survive when React renders the root again', async ({
  page,
  open,
  expectConsole,
}) => {
  expectConsole(/^error: \[host \w+ \.\/main\] hydration failed/);
  const { origin } = open('translated');

  let release = await delayRequests(page, '**/assets/pricing/*.js');
  await page.goto(`${origin}/`, { waitUntil: 'commit' });
  await hydrated(page);
  await annualSwitch(page).press('Space');
  release();
  await remoteHydrated(page);
  await expect(annualSwitch(page)).toBeChecked();
  await expect(annualSwitch(page)).toBeFocused();
  await expect(prices(page).getByText('$290.00').first()).toBeVisible();

  release = await delayRequests(page, '**/assets/signup/*.js');
  await page.goto(`${origin}/signup`, { waitUntil: 'commit' });
  await hydrated(page);
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  release();
  await expect(
    page.getByRole('status').filter({ hasText: 'Successfully Register!' }),
  ).toBeVisible();
});

test(brokenBy('nodes-moved'), async ({ page, open, expectConsole }) => {
  expectConsole(/^error: \[host \w+ \.\/main\] render failed/);
  await page.goto(`${open('nodes-moved').origin}/`);
  await hydrated(page);
  await expect(page.locator('main > .reader')).toBeVisible();
  await headerLink(page, 'SignUp').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test(brokenBy('island-404'), async ({ page, open, consoleWatch }) => {
  const line = /^error: \[host \w+ \.\/contact\] module failed: ChunkLoadError/;
  consoleWatch.expect(line);
  consoleWatch.allow(/^error: \[host \w+ \.\/subscribe\] module failed: ChunkLoadError/);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'log') logged.push(message.text());
  });
  const { origin, repair } = open('island-404');
  await page.goto(`${origin}/`);
  await hydrated(page);
  const contact = page.locator('#contact');
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await contact.getByLabel(label).fill(`My ${label}`);
  }
  await contact.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => consoleWatch.count(line)).toBe(1);
  expect(page.url()).toBe(`${origin}/`);
  await expect(contact.getByLabel('Message')).toHaveValue('My Message');
  repair();
  await expect(contact.getByText('Thank you.')).toBeVisible();
  expect(logged.join()).toContain('My Message');
  expect(page.url()).toBe(`${origin}/`);
});

test(brokenBy('toasts-404'), async ({ page, open, expectConsole }) => {
  expectConsole(/^error: \[host \w+ \.\/toasts\] module failed: ChunkLoadError/);
  await page.goto(`${open('toasts-404').origin}/signup`);
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to Register!');
});

test(brokenBy('scripts-off'), async ({ page, open, calls, allowConsole }) => {
  allowConsole(/Blocked script execution/);
  const { origin } = open('scripts-off');
  await page.goto(`${origin}/`);
  await expect(page.getByText(/needs JavaScript/)).toHaveCount(2);
  await page.locator('#contact').getByLabel('Name').fill('Ada');
  await page.locator('#contact').getByRole('button', { name: 'Send' }).click();
  expect(page.url()).toBe(`${origin}/`);
  await readsAndLeads(page);
  await expect(page.getByText(/JavaScript is needed to create/)).toBeVisible();
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  expect(page.url()).toBe(`${origin}/signup`);
  expect(calls.list(origin).filter((line) => !line.startsWith('GET /'))).toEqual([]);
});

for (const name of ['500', 'hang', 'offline', 'html', 'malformed', 'empty'].map(
  (n) => `tables-${n}`,
)) {
  test(brokenBy(name), async ({ page, open }) => {
    if (name === 'tables-hang') await installClock(page);
    const { origin, repair } = open(name);
    await page.goto(`${origin}/`);
    await hydrated(page);
    const again = prices(page).getByRole('button', { name: 'Try again' });
    await expect(async () => {
      if (name === 'tables-hang') await page.clock.fastForward(5000);
      await expect(again).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(prices(page).getByText('$29.00').first()).toBeVisible();
    expect(await prices(page).innerText()).not.toMatch(/NaN|undefined|null/);
    repair();
    await again.press('Enter');
    await expect(prices(page).getByRole('status').filter({ hasText: /\d{4}/ })).toHaveCount(0);
  });
}

for (const name of ['tables-parts-missing', 'tables-negative', 'tables-10000']) {
  test(brokenBy(name), async ({ page, open }) => {
    await page.goto(`${open(name).origin}/`);
    await hydrated(page);
    await expect(
      prices(page)
        .getByRole('heading', { name: /Barrow|Plan 1/ })
        .first(),
    ).toBeVisible();
    const words = await prices(page).innerText();
    expect(words).not.toMatch(/NaN|undefined|null|Infinity|-\$|\$-/);
    expect(words.match(/\$\S+/g)?.every((price) => /^\$[\d,]+\.\d\d$/.test(price))).toBe(true);
    await headerLink(page, 'Contact').click();
    await expect(page.locator('#contact')).toBeInViewport();
  });
}

for (const name of ['400', '503', 'hangs', 'offline', 'odd'].map((n) => `create-${n}`)) {
  test(brokenBy(name), async ({ page, open }) => {
    if (name === 'create-hangs') await installClock(page);
    await page.goto(`${open(name).origin}/signup`);
    await markDocument(page);
    const visitor = newVisitor();
    await fillIn(page, visitor);
    if (name === 'create-odd') return signUp(page);
    await signUpButton(page).click();
    if (name === 'create-hangs') {
      await expect(signUpButton(page)).toHaveText('Signing up…');
      await page.clock.fastForward(30_000);
    }
    await expect(page.getByRole('alert')).toContainText('Failed to Register!');
    await expect(field(page, 'emailAddress')).toHaveValue(visitor.emailAddress);
    await expect(field(page, 'password')).toHaveValue(visitor.password);
    await expectSameDocument(page);
  });
}
