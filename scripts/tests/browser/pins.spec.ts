import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parseReleaseRecord } from '@composed/contracts/release-record';
import { expect, test as base } from '../helpers/fixtures';
import { expectSameDocument, hydrated, markDocument, remoteHydrated } from '../helpers/sections';
import { aTeam, unchecked, type Team } from '../helpers/team';

// A site with more remotes than a page pins: a page pins the remote it shows.
base.describe.configure({ mode: 'serial' });

const test = base.extend<{ team: Team }>({
  team: async ({ perWorker }, use) => use(await perWorker('pinning', aPinningTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

async function aPinningTeam(): Promise<Team> {
  const team = await aTeam();
  await team.edit('shared/host/src/composer/pins.ts', 'mostPinned = 10', 'mostPinned = 1');
  await team.mustRelease('publish', 'host', ...unchecked);
  return team;
}

const signUp = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'SignUp' });
const firstName = (page: Page) => page.getByLabel('First name');
const pins = /\/assets\/_pins\/[\w-]+\.json$/;

/** Paths of what is asked for from now on: files of pins, and of sign-up. */
function watch(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pins.test(pathname) || pathname.startsWith('/assets/signup/')) paths.push(pathname);
  });
  return paths;
}

/** Opens the landing page, which shows pricing and pins nothing of sign-up. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  expect(await page.locator('#release-record').textContent()).not.toContain('/assets/signup/');
  await markDocument(page);
}

const expectOtherDocument = (page: Page) =>
  expect(page.locator('html:not([data-marked])')).toBeAttached();

test('a remote that the page does not pin is shown within the document, for one more file', async ({
  page,
}) => {
  const asked = watch(page);
  await open(page);
  expect(asked).toEqual([]);
  // A press of a finger: no pointer comes before it.
  await signUp(page).dispatchEvent('click');
  await expect(firstName(page)).toBeVisible();
  await expectSameDocument(page);
  expect(asked.filter((path) => pins.test(path))).toHaveLength(1);
  await page.goBack();
  await remoteHydrated(page);
  await signUp(page).click();
  await expect(firstName(page)).toBeVisible();
  await expectSameDocument(page);
  expect(asked.filter((path) => pins.test(path))).toHaveLength(1);
});

test('the file and the remote come ahead of the press that a pointer announces', async ({
  page,
}) => {
  const asked = watch(page);
  await open(page);
  await signUp(page).hover();
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(asked[0]).toMatch(pins);
  await page.waitForLoadState('networkidle');
  await page.route(/\/assets\/(?:_pins|signup)\//, (route) => route.abort());
  await signUp(page).click();
  await expect(firstName(page)).toBeVisible();
  await expectSameDocument(page);
});

for (const [fault, response] of [
  ['does not come', null],
  ['is another than the page names', '{"host":"","basePath":"","remotes":{}}'],
] as const) {
  test(`where the file ${fault}, the link loads the document that it leads to`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/^error: /);
    await page.route(pins, (route) =>
      response === null ? route.abort() : route.fulfill({ body: response }),
    );
    await open(page);
    await signUp(page).click();
    await expectOtherDocument(page);
    await expect(page).toHaveURL('/signup');
    await hydrated(page);
    await remoteHydrated(page);
    await firstName(page).fill('Ada');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(page.locator('#pricing')).toBeVisible();
  });
}

test('a tab that outlives a deploy finds the file of its own; after a prune, the site as it is', async ({
  browser,
  page,
  team,
  allowConsole,
}) => {
  allowConsole(/^error: /);
  // Its browser has nothing in its cache of what the first tab fetches.
  const elsewhere = await browser.newContext({ baseURL: team.site.url });
  const [tab, other] = [page, await elsewhere.newPage()];
  await open(tab);
  await open(other);
  const lead = 'Start free. Move up when your shop does.';
  await team.edit('remote-pricing/src/PricingSection.tsx', lead, 'Start free.');
  await team.mustRelease('publish', 'pricing', ...unchecked);
  await signUp(tab).click();
  await expect(firstName(tab)).toBeVisible();
  await expectSameDocument(tab);

  // Removes the file as a prune does, days after its release was live.
  const { others } = parseReleaseRecord(
    (await other.locator('#release-record').textContent()) ?? '',
  );
  const file = join(team.site.siteDir, others?.src ?? '');
  for (const copy of ['', '.br', '.gz']) await rm(file + copy);
  await signUp(other).click();
  await expect(other).toHaveURL('/signup');
  await expect(firstName(other)).toBeVisible();
  await hydrated(other);
  await expectOtherDocument(other);
  await other.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(other.getByText('Start free.')).toBeVisible();
  await elsewhere.close();
});
