import type { Page } from '@playwright/test';
import { parsePins } from '@composed/contracts/pins';
import { expect, test as base } from '../../helpers/fixtures';
import { fillIn, newVisitor, signUpButton } from '../../helpers/new-visitor';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { hydrated } from '@composed/testing/browser/hydration';
import { annualSwitch, expectSameDocument, headerLink, markDocument } from '../../helpers/sections';
import { aTeam, skipTypeCheck, type Team } from '../../helpers/team';

// Two teams publish, roll back and preview with real builds, on a real store, under visitors' eyes.
base.describe.configure({ mode: 'serial' });

const test = base.extend<{ team: Team }>({
  team: async ({ perWorker }, use) => use(await perWorker('team', aTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

const lead = 'Start free. Move up when your shop does.';
const newLead = 'Start free. Grow when you like.';
const lede = 'Five fields, all needed, and the stall is standing.';
const newLede = 'Five fields, and the stall is yours.';
const pricingSource = 'remote-pricing/src/PricingSection.tsx';
const signupSource = 'remote-signup/src/SignupPage.tsx';

const ofHost = /^(?:assets|releases)\/host\//;

const version = /^[0-9a-f]{32}$/;

async function pinned(page: Page) {
  const pins = await page.locator('#pins').textContent();
  const { host, remotes } = parsePins(pins ?? '');
  return { host, pricing: remotes['pricing']?.version, signup: remotes['signup']?.version };
}

async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto('/');
  await hydrated(tab);
  await markDocument(tab);
  return tab;
}

/** Does in a tab of the first releases what needs every kind of file that a page loads later. */
async function useTab(tab: Page): Promise<void> {
  await tab.bringToFront();
  await headerLink(tab, 'SignUp').click();
  await expect(tab.getByText(lede)).toBeVisible();
  await fillIn(tab, newVisitor());
  await signUpButton(tab).click();
  await expect(tab.getByRole('alert')).toContainText('Failed to Register!');
  await headerLink(tab, 'Home').click();
  await expect(tab.getByText(lead)).toBeVisible();
  await annualSwitch(tab).click();
  await expect(tab.getByRole('list', { name: 'Plans' })).toContainText('$290.00');
  await expectSameDocument(tab);
}

test('a publish of pricing changes no byte of the host, and a rollback restores the page', async ({
  page,
  team,
  request,
}) => {
  await page.goto('/');
  const before = await pinned(page);
  const host = await team.look(ofHost);
  // It says on which day the prices were read, and midnight may pass.
  const readPage = async () =>
    (await (await request.get('/')).text()).replace(/"readOn":"[\d-]+"/, '');
  const html = await readPage();
  await team.edit(pricingSource, lead, newLead);
  await team.mustRelease('publish', 'pricing');
  await page.goto('/');
  await expect(page.getByText(newLead)).toBeVisible();
  const after = await pinned(page);
  expect(after).toEqual({ ...before, pricing: after.pricing });
  expect(after.pricing).toMatch(version);
  expect(after.pricing).not.toBe(before.pricing);
  expect(await team.look(ofHost)).toBe(host);

  await team.mustRelease('rollback', 'pricing');
  expect(await readPage()).toBe(html);
});

test('a preview is the whole site at its own address, names its apps, and can be removed', async ({
  page,
  team,
  request,
}) => {
  const pages = /^(?:live|deployments)\b/;
  const before = (await team.look(pages)).split('\n');
  await team.mustRelease('preview', 'pricing', '--name', 'spring');
  expect((await team.look(pages)).split('\n')).toEqual(expect.arrayContaining(before));

  const response = await page.goto('/preview/spring/');
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.getByText(newLead)).toBeVisible();
  const overlay = page.getByRole('complementary', { name: 'Review overlay' });
  const parts = overlay.getByRole('listitem');
  await expect(parts.filter({ hasText: 'pricing/PricingSection: hydrated' })).toContainText(
    /pricing [0-9a-f]{32}, sha256-.*, [1-9][\d.]* KB of pricing/,
  );
  await expect(parts.filter({ hasText: 'contact: static' })).toContainText(/host [0-9a-f]{32}/);
  await overlay.getByText('Preview “spring”: not live').click();
  await expect(parts).toHaveCount(0);

  await markDocument(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const inside = links.filter((href) => href.startsWith('/') && !href.startsWith('/redirect/'));
  expect(inside.filter((href) => !href.startsWith('/preview/spring'))).toEqual([]);
  await headerLink(page, 'SignUp').click();
  await expect(page).toHaveURL('/preview/spring/signup');
  await expect(page.getByLabel('First name')).toBeVisible();
  await headerLink(page, 'Pricing').click();
  await expect(page).toHaveURL('/preview/spring/#pricing');
  await expect(page.getByText(newLead)).toBeVisible();
  await expectSameDocument(page);
  expect((await request.get('/preview/spring/no-such-page')).status()).toBe(404);
  const live = await (await request.get('/')).text();
  expect(live).toContain(lead);
  expect(live).not.toContain('overlay');

  await team.mustRelease('preview', '--remove', 'spring');
  expect((await request.get('/preview/spring/')).status()).toBe(404);
});

test('an open tab keeps working after simultaneous publishes and a rollback', async ({
  page,
  team,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  const missing: string[] = [];
  page.context().on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith(createAccountPath))
      missing.push(response.url());
  });
  await page.context().route(`**${createAccountPath}`, (route) => route.fulfill({ status: 500 }));
  const first = await openTab(page);
  const second = await openTab(page);

  await team.edit(signupSource, lede, newLede);
  const ended = await Promise.all([
    team.release('publish', 'pricing', ...skipTypeCheck),
    team.release('publish', 'signup', ...skipTypeCheck),
  ]);
  for (const { code, output } of ended) expect(code, output).toBe(0);
  await page.goto('/');
  await expect(page.getByText(newLead)).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByText(newLede)).toBeVisible();
  await useTab(first);
  await team.mustRelease('rollback', 'signup');
  await useTab(second);
  expect(missing).toEqual([]);
});
