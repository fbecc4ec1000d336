import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
import { delayRequests } from '../testing/delays';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { option, tables } from '../testing/plan-tables';
import { createPath } from '../testing/routes';
import { remoteHydrated, hydrated } from '../testing/sections';
import { aTeam } from '../testing/team';
import { json } from '../testing/upstream';
import { observePage } from './fault-gallery/fault-fixtures';
import { buildWith } from './other-bundlers';

// What compose wrote stays in the page, the very same nodes, whenever the remote comes or does not.

/** Watches from before the first script of the page runs. */
const watch = (page: Page) => page.addInitScript(observePage);

/** The prerendered elements that are no longer in their place, and how far the page moved. */
function losses(page: Page) {
  return page.evaluate(() => {
    const now = new Set(document.querySelectorAll('[data-slot] *'));
    const { firstNodes, shift, shiftAfterInput } = window.observations;
    return {
      seen: firstNodes.length > 20,
      gone: firstNodes.filter((node) => !now.has(node)).length,
      shift: shift + shiftAfterInput,
    };
  });
}

const changedCards = (page: Page) =>
  page.evaluate(() => [...new Set(window.observations.changedCards)]);

// With all that moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const nothingLost = { seen: true, gone: 0, shift: 0 };

/** Remotes by the pages that show them. */
const pages = [
  ['/', 'pricing'],
  ['/signup', 'signup'],
] as const;

/** Away at first, and then hydrated: on the site that `baseURL` leads to. */
function healsInPlace(path: string, app: string): void {
  test(`${app} that is away leaves every node in its place, and one press brings it`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    await watch(page);
    await page.route(`**/assets/${app}/*.js`, (route) => route.abort());
    await page.goto(path);
    await hydrated(page);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await losses(page)).toEqual(nothingLost);
    await page.unroute(`**/assets/${app}/*.js`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await remoteHydrated(page);
    expect(await losses(page)).toEqual(nothingLost);
  });
}

for (const [path, app] of pages) {
  test(`hydration of ${path} keeps every prerendered node and moves nothing`, async ({ page }) => {
    await watch(page);
    await page.goto(path);
    await remoteHydrated(page);
    await page.waitForLoadState('networkidle');
    expect(await losses(page)).toEqual(nothingLost);
  });

  test(`${app} that is there before the host keeps every node`, async ({ page }) => {
    await watch(page);
    const remote = page.waitForResponse(new RegExp(`/assets/${app}/entry\\.`));
    const release = await delayRequests(page, '**/assets/host/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await remote;
    release();
    await remoteHydrated(page);
    expect(await losses(page)).toEqual(nothingLost);
  });

  healsInPlace(path, app);
}

// The remotes of all other tests have webpack's own container. These bring a React that says it is newer.
test.describe.serial('with containers of module federation’s plugin and of Rspack', () => {
  test.use({
    baseURL: async ({ perWorker }, use) => {
      const { site } = await perWorker('containers of other bundlers', async () => {
        const team = await aTeam();
        const folders = [
          await buildWith('enhanced', 'pricing'),
          await buildWith('rspack', 'signup'),
        ];
        const from = folders.flatMap((folder) => ['--from', folder]);
        await team.mustRelease('publish', ...from, '--over-budget', 'Brings its own React');
        await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
        return team;
      });
      await use(site.url);
    },
  });

  for (const [path, app] of pages) healsInPlace(path, app);

  test('there is one React and one toast store between them, the host’s', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: Failed to load resource.*500/);
    await watch(page);
    await page.route(`**${createPath}`, (route) => route.fulfill({ status: 500 }));
    const scripts = new Map<string, Promise<string>>();
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.endsWith('.js')) scripts.set(pathname, answer.text());
    });
    await page.goto('/');
    await remoteHydrated(page);
    expect(await losses(page)).toEqual(nothingLost);
    await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
    await fillIn(page, newVisitor());
    await signUpButton(page).click();
    // Drawn by the host.
    await expect(page.getByRole('alert')).toContainText('Failed to Register!');
    const entries = ['/assets/pricing/entry.enhanced.js', '/assets/signup/entry.rspack.js'];
    expect([...scripts.keys()]).toEqual(expect.arrayContaining(entries));
    const all = (await Promise.all(scripts.values())).join('\n');
    // What React calls the place of its internals: written once in each copy.
    expect(all.match(/\.__CLIENT_INTERNALS_\w+ ?=/g)).toHaveLength(1);
  });
});

test('the switch works while pricing is on its way, and nothing is lost when it comes', async ({
  page,
}) => {
  await watch(page);
  const release = await delayRequests(page, '**/assets/pricing/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await hydrated(page);
  const toggle = page.getByRole('switch', { name: 'Annual billing' });
  await toggle.click();
  await expect(page.getByText('$290.00')).toBeVisible();
  release();
  await remoteHydrated(page);
  await expect(toggle).toBeChecked();
  expect((await losses(page)).gone).toBe(0);
});

test.describe('fresh prices', () => {
  test.use({ baseURL: async ({ forwarded }, use) => use(forwarded.site.url) });

  test('that are as composed change nothing in the page', async ({ page }) => {
    await watch(page);
    const answer = page.waitForResponse('**/public/tables');
    await page.goto('/');
    await remoteHydrated(page);
    await answer;
    await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$12.50');
    await page.waitForLoadState('networkidle');
    expect(await changedCards(page)).toEqual([]);
    expect(await losses(page)).toEqual(nothingLost);
  });

  test('that differ in one plan change that card alone, and no node of it', async ({
    page,
    forwarded,
  }) => {
    const [, pavilion] = tables.tables.MONTH.options;
    const dearer = { options: [option(2, 'Barrow', 1375), pavilion] };
    forwarded.subscription.answerWith(
      json({ ...tables, tables: { ...tables.tables, MONTH: dearer } }),
    );
    await watch(page);
    await page.goto('/');
    await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$13.75');
    await remoteHydrated(page);
    expect(await changedCards(page)).toEqual(['Barrow']);
    expect(await losses(page)).toEqual(nothingLost);
  });
});
