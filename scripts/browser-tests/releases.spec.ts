/* oxlint-disable max-lines -- the tests are one story, each on the store that the last one left */
import type { Page } from '@playwright/test';
import { parseReleaseRecord } from '@shopwright/shared/contracts/release-record';
import { change } from '../release/change';
import { openDatabase } from '../services/database/open';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/tool';
import { expect, test as base } from '../testing/fixtures';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { createPath } from '../testing/routes';
import { expectSameDocument, hydrated, markDocument } from '../testing/sections';
import { aTeam, unchecked, type Team } from '../testing/team';

// Two teams publish, roll back and preview with real builds, on a real store, under visitors' eyes.
base.describe.configure({ mode: 'serial' });

const test = base.extend<{ team: Team }>({
  // The shared site is only waited for: its start makes the builds that the team begins with.
  team: async ({ site: _site, perWorker }, use) => use(await perWorker('team', aTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

const lead = 'Start free. Move up when your shop does.';
const newLead = 'Start free. Grow when you like.';
const lede = 'Five fields, all needed, and the stall is standing.';
const newLede = 'Five fields, and the stall is yours.';
const pricingSource = 'remote-pricing/src/PricingSection.tsx';
const signupSource = 'remote-signup/src/SignupPage.tsx';

/** What visitors get: pages, where they stand, and the ledger. */
const whatIsLive = /^(?:live|ledger|compositions)\b/;
const ofHost = /^(?:assets|releases)\/host\//;

const version = /^[0-9a-f]{12}$/;

async function pinned(page: Page) {
  const record = await page.locator('#release-record').textContent();
  const { host, remotes } = parseReleaseRecord(record ?? '');
  return { host, pricing: remotes['pricing']?.version, signup: remotes['signup']?.version };
}

async function openTab(page: Page, path = '/'): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await hydrated(tab);
  await markDocument(tab);
  return tab;
}

/** Does in a tab of the first releases what needs every kind of file that a page loads later. */
async function useTab(tab: Page): Promise<void> {
  await tab.bringToFront();
  await tab.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(tab.getByText(lede)).toBeVisible();
  await fillIn(tab, newVisitor());
  await signUpButton(tab).click();
  await expect(tab.getByRole('alert')).toContainText('Failed to Register!');
  await tab.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(tab.getByText(lead)).toBeVisible();
  await tab.getByRole('switch', { name: 'Annual billing' }).click();
  await expect(tab.getByRole('list', { name: 'Plans' })).toContainText('$290.00');
  await expectSameDocument(tab);
}

test('a publish of pricing changes the live page and no byte of the host', async ({
  page,
  team,
}) => {
  await page.goto('/');
  const before = await pinned(page);
  const [live, host] = [await team.look(whatIsLive), await team.look(ofHost)];
  await team.edit(pricingSource, lead, newLead);

  const planned = await team.mustRelease('publish', 'pricing', '--dry-run');
  expect(planned).toContain('1. Upload pricing');
  expect(planned).toContain(`(was ${before.pricing ?? ''}) is live.`);
  expect(planned).toContain('the store is as it was');
  expect(await team.look(whatIsLive)).toBe(live);

  // The first publish has its types checked.
  const told = await team.mustRelease('publish', 'pricing');
  expect(told).toMatch(/✓ Upload pricing [0-9a-f]{12} \(\d+ new files\) · \d+ there already/);
  await page.goto('/');
  await expect(page.getByText(newLead)).toBeVisible();
  const after = await pinned(page);
  expect(after).toEqual({ ...before, pricing: after.pricing });
  expect(after.pricing).toMatch(version);
  expect(after.pricing).not.toBe(before.pricing);
  expect(await team.look(ofHost)).toBe(host);

  const status: unknown = JSON.parse(await team.mustRelease('status', '--json'));
  expect(status).toMatchObject({ apps: [{ app: 'host', version: before.host }, {}, {}] });
});

test('a rollback brings the page before back to the byte', async ({ page, team, request }) => {
  const published = await (await request.get('/')).text();
  const rolledBack = await team.mustRelease('rollback', 'pricing');
  expect(rolledBack).toMatch(/pricing [0-9a-f]{12} \(was [0-9a-f]{12}\) is live again\./);
  await page.goto('/');
  await expect(page.getByText(lead)).toBeVisible();
  const { pricing } = await pinned(page);
  expect(published).toContain(newLead);

  await team.mustRelease('publish', 'pricing', ...unchecked);
  expect(await (await request.get('/')).text()).toBe(published);
  await team.mustRelease('rollback', 'pricing', '--to', pricing ?? '');
  const history = (await team.mustRelease('history')).trim().split('\n').slice(2);
  expect(history.map((line) => line.split(/ {2,}/)[1])).toEqual([
    'rollback',
    'publish',
    'rollback',
    'publish',
    'publish',
  ]);
});

test('a release that throws in render is refused, and what is live stays to the byte', async ({
  team,
}) => {
  const live = await team.look(whatIsLive);
  const component = 'export default function PricingSection';
  await team.edit(
    pricingSource,
    component,
    `const stall = () => { throw new TypeError('no stall'); };\n${component}`,
  );
  await team.edit(pricingSource, newLead, '{stall()}');
  const { code, errors } = await team.release('publish', 'pricing', ...unchecked);
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    'Refused, and what is live is as it was.',
    expect.stringMatching(
      /^pricing [0-9a-f]{12}: could not render \.\/PricingSection: TypeError: no stall \(remote-pricing\/src\/PricingSection\.tsx:\d+: const stall = /,
    ),
  ]);
  expect(await team.look(whatIsLive)).toBe(live);
  await team.edit(pricingSource, '{stall()}', newLead);
  await team.edit(
    pricingSource,
    `const stall = () => { throw new TypeError('no stall'); };\n${component}`,
    component,
  );
});

test('a release that throws in the browser only is refused, with what it throws', async ({
  team,
}) => {
  const live = await team.look(whatIsLive);
  const component = 'export default function PricingSection';
  const stall = `const stall = () => {
  if (typeof window === 'object') throw new TypeError('no stall');
  return '';
};
`;
  await team.edit(pricingSource, component, `${stall}${component}`);
  await team.edit(pricingSource, newLead, `${newLead}{stall()}`);
  const { code, errors } = await team.release('publish', 'pricing', ...unchecked);
  expect(code).toBe(1);
  expect(errors).toContain('The pages do not work in a browser, and what is live is as it was.');
  expect(errors).toMatch(/^index\.html: .*no stall/m);
  expect(await team.look(whatIsLive)).toBe(live);
  await team.edit(pricingSource, `${newLead}{stall()}`, newLead);
  await team.edit(pricingSource, stall, '');
});

test('a preview is the whole site in a place of its own, and goes as it came', async ({
  page,
  team,
  request,
}) => {
  const pages = /^(?:live|compositions)\b/;
  const before = (await team.look(pages)).split('\n');
  await team.mustRelease('preview', 'pricing', '--name', 'spring');
  expect((await team.look(pages)).split('\n')).toEqual(expect.arrayContaining(before));

  const response = await page.goto('/preview/spring/');
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText(newLead)).toBeVisible();
  await hydrated(page);
  await markDocument(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const inside = links.filter((href) => href.startsWith('/') && !href.startsWith('/redirect/'));
  expect(inside.filter((href) => !href.startsWith('/preview/spring'))).toEqual([]);

  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(page).toHaveURL('/preview/spring/signup');
  await expect(page.getByLabel('First name')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page).toHaveURL('/preview/spring/terms');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/preview/spring/#pricing');
  await expect(page.getByText(newLead)).toBeVisible();
  await expectSameDocument(page);
  expect((await request.get('/preview/spring/no-such-page')).status()).toBe(404);
  expect(await (await request.get('/')).text()).toContain(lead);

  await team.mustRelease('preview', '--remove', 'spring');
  expect((await request.get('/preview/spring/')).status()).toBe(404);
});

test('a preview says over the page who made each part of it and whether it is hydrated', async ({
  page,
  team,
  request,
}) => {
  await team.mustRelease('preview', 'pricing', '--name', 'summer');
  await page.goto('/preview/summer/');
  const overlay = page.getByRole('complementary', { name: 'Review overlay' });
  const parts = overlay.getByRole('listitem');
  await expect(parts.filter({ hasText: 'pricing/PricingSection: hydrated' })).toContainText(
    /pricing [0-9a-f]{12}, sha384-.*, [1-9][\d.]* KB of pricing/,
  );
  await expect(parts.filter({ hasText: 'contact: static' })).toContainText(/host [0-9a-f]{12}/);
  const badge = overlay.getByRole('button', { name: 'Preview “summer”: not live' });
  await badge.click();
  await expect(parts).toHaveCount(0);
  await page.reload();
  await expect(badge).toHaveAttribute('aria-expanded', 'false');
  expect(await (await request.get('/')).text()).not.toContain('overlay');
  await team.mustRelease('preview', '--remove', 'summer');
});

test('teams that publish at the same moment both end up live', async ({ page, team }) => {
  await team.edit(signupSource, lede, newLede);
  const ended = await Promise.all([
    team.release('publish', 'pricing', ...unchecked),
    team.release('publish', 'signup', ...unchecked),
  ]);
  expect(ended.map(({ code, errors }) => `${String(code)} ${errors}`)).toEqual(['0 ', '0 ']);
  await page.goto('/');
  await expect(page.getByText(newLead)).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByText(newLede)).toBeVisible();
  const both = (await team.mustRelease('history')).split('\n').slice(2, 4).join('\n');
  expect(both).toMatch(/pricing/);
  expect(both).toMatch(/signup/);
  // Back to where the tests of open tabs begin.
  await team.mustRelease('rollback', 'pricing');
  await team.mustRelease('rollback', 'signup');
});

test('a tab that was open before goes on after a deploy, after ten more, and after a rollback', async ({
  page,
  team,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  const missing: string[] = [];
  page.context().on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith(createPath))
      missing.push(response.url());
  });
  await page.context().route(`**${createPath}`, (route) => route.fulfill({ status: 500 }));
  const tabs = [await openTab(page), await openTab(page), await openTab(page)];
  await tabs[0]?.bringToFront();
  const first = tabs[0] && (await pinned(tabs[0]));

  await team.mustRelease('publish', 'pricing', 'signup', ...unchecked);
  await page.goto('/');
  await expect(page.getByText(newLead)).toBeVisible();
  if (tabs[0]) await useTab(tabs[0]);

  const { siteDir, dataDir, url } = team.site;
  const settings = readSettings({ SITE_DIR: siteDir, DATA_DIR: dataDir, SITE_URL: url });
  const tool = await openReleaseTool(settings);
  const next = await pinned(page);
  for (let deploy = 0; deploy < 10; deploy += 1) {
    const app = deploy % 4 < 2 ? 'pricing' : 'signup';
    const to = (deploy % 2 === 0 ? first : next)?.[app] ?? '';
    await change({ name: 'rollback', app, to }, tool, (_title, work) => work());
  }
  if (tabs[1]) await useTab(tabs[1]);

  await team.mustRelease('rollback', 'signup', '--to', first?.signup ?? '');
  if (tabs[2]) await useTab(tabs[2]);
  expect(missing).toEqual([]);
});

test('a change of prices shows at load, and in the pages once they are composed again', async ({
  page,
  team,
  request,
}) => {
  const database = openDatabase(team.site.dataDir);
  database.prepare("UPDATE plan SET price = 3100 WHERE name = 'Pro' AND period = 'MONTH'").run();
  database.close();
  expect(await (await request.get('/')).text()).not.toContain('$31.00');
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$31.00');
  await team.mustRelease('compose');
  expect(await (await request.get('/')).text()).toContain('$31.00');
});

test('old releases are pruned, and every file in use stays and is as it was published', async ({
  page,
  team,
}) => {
  expect(
    await team.mustRelease('prune', '--keep-days', '0', '--reason', 'nobody is here', '--dry-run'),
  ).toContain('dry run');
  const releases = (look: string) =>
    look.split('\n').filter((line) => line.includes('release.json'));
  const before = releases(await team.look(/^releases\//));
  await team.mustRelease('prune', '--keep-days', '0', '--reason', 'nobody is here');
  const after = releases(await team.look(/^releases\//));
  expect(before.length).toBeGreaterThan(3);
  expect(after).toHaveLength(3);
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('switch', { name: 'Annual billing' }).click();
  expect(await team.mustRelease('verify')).toMatch(/^All is well: \d+ files in use/);
});
