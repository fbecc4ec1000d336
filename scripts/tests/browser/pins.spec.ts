import type { Page } from '@playwright/test';
import { expect, test as base } from '../helpers/fixtures';
import { hydrated, markDocument, remoteHydrated } from '../helpers/sections';
import { aTeam, unchecked, type Team } from '../helpers/team';

// A site with more remotes than a page pins: a page pins the remote it shows.
base.describe.configure({ mode: 'serial' });

const test = base.extend<{ team: Team }>({
  team: async ({ perWorker }, use) => use(await perWorker('pinning', aPinningTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

async function aPinningTeam(): Promise<Team> {
  const team = await aTeam();
  await team.edit('shared/platform/host/src/composer/pins.ts', 'maxPinned = 10', 'maxPinned = 1');
  await team.mustRelease('publish', 'host', ...unchecked);
  return team;
}

const signUp = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'SignUp' });
const firstName = (page: Page) => page.getByLabel('First name');

/** Opens the landing page, which shows pricing and pins nothing of sign-up. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  expect(await page.content()).not.toContain('/assets/signup/');
  await markDocument(page);
}

const expectOtherDocument = (page: Page) =>
  expect(page.locator('html:not([data-marked])')).toBeAttached();

test('a link to a remote that the page does not pin loads the document that does; so does Back', async ({
  page,
}) => {
  await open(page);
  await signUp(page).click();
  await expectOtherDocument(page);
  await expect(page).toHaveURL('/signup');
  await hydrated(page);
  await remoteHydrated(page);
  await firstName(page).fill('Ada');
  await page.goBack();
  await expect(page.locator('#pricing')).toBeVisible();
  // An entry that a script made, of an address that this page cannot show.
  await open(page);
  await page.evaluate(() => {
    history.pushState(null, '', '/signup');
    history.pushState(null, '', '/');
    history.back();
  });
  await expectOtherDocument(page);
  await expect(page).toHaveURL('/signup');
  await expect(firstName(page)).toBeVisible();
});

test('a tab that outlives a deploy is shown the site as it is where it pins nothing', async ({
  page,
  team,
}) => {
  await open(page);
  const lead = 'Create your account';
  await team.edit('remote-signup/src/SignupPage.tsx', lead, 'Make an account');
  await team.mustRelease('publish', 'signup', ...unchecked);
  await signUp(page).click();
  await expectOtherDocument(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make an account');
});
