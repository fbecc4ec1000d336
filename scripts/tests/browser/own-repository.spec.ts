import { writeFile } from 'node:fs/promises';
import type { Response } from '@playwright/test';
import { readLedger } from '../../platform/release/ledger';
import { FolderStore } from '../../platform/release/stores/folder-store';
import { hasGateway } from '../../platform/setup/browser.mjs';
import { expect, test } from '../helpers/fixtures';
import { freePort } from '../../platform/operations/free-port';
import { startCommand } from '../helpers/child';
import { expectNew, ownRepositories } from '../helpers/own-repository';
import { counter, expectShown, heal, labelOf, sectionOf } from '../helpers/remote-section';
import { copyRepository, removeCopy } from '../helpers/repository-copy';
import { gatewayEnvironment, startGateway } from '../helpers/s3-gateway';
import { startSite } from '../helpers/site';
import { aTeam, type Team, unchecked } from '../helpers/team';

// Two remotes in folders outside of the checkout, with nothing of it but the packed packages. The host's team has two
// checkouts: one whose table has their rows, and one that has never heard of them.
test.describe.configure({ mode: 'serial' });
// Pages here load scripts from other origins, which a header of the test's would turn into preflights.
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

/** Rspack builds the first, webpack the second; each with the file that its exposed module is in. */
const remotes = [
  {
    name: 'tests-reviews',
    component: 'TestsReviewsSection',
    module: 'TestsReviewsSection',
  },
  { name: 'tests-questions', component: 'TestsQuestionsSection', module: 'entry' },
] as const;

let team: Team;
let own: Awaited<ReturnType<typeof ownRepositories>>;
/** A checkout of the host’s team that has never heard of the remotes. */
let stranger: string;

const liveReleases = async () =>
  (await readLedger(new FolderStore(team.site.siteDir))).live?.releases;

test.beforeAll(async ({ site: _builds }) => {
  team = await aTeam();
  own = await ownRepositories(team);
  stranger = await copyRepository();
});

test.afterEach(({ page }) => page.close());

test.afterAll(async () => {
  await team.stop();
  await own.stop();
  await removeCopy(stranger);
});

test('a remote goes from nothing to live, here and in repositories of their own', async ({
  page,
}) => {
  const { site, copy } = team;
  await own.make('tests-opinions');
  await own.hostTeam(copy, 'tests-opinions', 'host');
  await expectNew(page, site, 'tests-opinions');
  await own.raiseBudget();
  await own.make('tests-questions', '--repository', own.at('tests-questions'), '--registry');
  const words = ['--repository', own.at('tests-reviews'), '--bundler', 'rspack'];
  await own.make('tests-reviews', ...words);
  await own.install('tests-reviews', 'tests-questions');
  await own.release('tests-reviews', 'publish', 'tests-reviews');
  await own.command(own.at('tests-reviews'), 'npm', 'test');
  await own.release('tests-questions', 'publish', 'tests-questions', ...unchecked);
  await own.hostTeam(copy, 'host');
  for (const { name } of remotes) await expectNew(page, site, name);
});

for (const remote of remotes) {
  const { name, module } = remote;

  test(`${name} has the host’s React and toasts, survives what remotes must, and goes back`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    // The way to visitors is the same, whatever has built it.
    if (name === 'tests-questions') await own.publish(remote, 'First edition');
    else {
      await own.edit(remote, 'First edition');
      await own.release(name, 'preview', name, '--name', 'first');
      await expectShown(page, `${team.site.url}/preview/first/`, remote, 'First edition');
      await own.publish(remote, 'First edition', '--canary', '50');
      await expectShown(page, team.site.url, remote, labelOf(name), '99');
      await expectShown(page, team.site.url, remote, 'First edition', '00');
      await own.release(name, 'promote');
      await page.context().clearCookies();
    }

    const scripts = new Map<string, Response>();
    page.on('response', (response) => {
      if (response.ok() && response.url().endsWith('.js')) scripts.set(response.url(), response);
    });
    await heal(page, team.site.url, name, 'entry', 404);
    await sectionOf(page, name).getByRole('button', { name: 'Send' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Somebody reads it.' });
    await expect(toast).toBeVisible();
    const within = await toast.evaluate((element) => element.closest('[data-boundary]'));
    expect(within).toBeNull();
    const texts = [...scripts.values()].map((response) => response.text());
    const all = (await Promise.all(texts)).join('\n');
    // What React calls the place of its internals, and the store's first words; each is written once.
    expect(all.match(/\.__CLIENT_INTERNALS_\w+=/g)).toHaveLength(1);
    expect(all.match(/`toast-\$|"toast-"/g)).toHaveLength(1);

    await counter(page, name).click();
    await counter(page, name).click();
    await expect(sectionOf(page, name).getByRole('heading')).toBeVisible();
    await sectionOf(page, name).getByRole('button', { name: 'Try again' }).click();
    await expect(counter(page, name)).toHaveText('Pressed 0 times');
    await heal(page, team.site.url, name, module, 200);

    await own.release(name, 'rollback', name);
    await expectShown(page, team.site.url, remote, labelOf(name));
  });
}

test('a second module changes one repository, and a host starts without it', async ({ page }) => {
  const [{ name }] = remotes;
  await own.addModule(name, 'Awards');
  await own.release(name, 'publish', name);
  const row = `'${name}/Awards': { label: 'Awards', skeleton: null, section: 'awards' },`;
  await team.edit('host/src/site/remotes.tsx', '} satisfies', `${row}\n} satisfies`);
  await own.hostTeam(team.copy, 'host');
  await page.goto(team.site.url);
  await expect(page.locator('#awards').getByRole('link', { name: 'Awards' })).toBeVisible();
  await using other = await startSite({}, team.copy);
  await page.goto(other.url);
  await expect(page.locator('#pricing')).toBeVisible();
  await expect(page.locator('#awards')).toHaveCount(0);
  await page.goto('about:blank');
});

test('the host’s team publishes meanwhile, and nobody takes the other’s release away', async ({
  page,
}) => {
  const before = await liveReleases();
  const [reviews, questions] = remotes;
  await Promise.all([own.hostTeam(stranger, 'host'), own.publish(reviews, 'Second edition')]);
  const after = await liveReleases();
  const changed = ['host', reviews.name] as const;
  expect(after).toEqual({
    ...before,
    ...Object.fromEntries(changed.map((name) => [name, after?.[name]])),
  });
  for (const name of changed) expect(after?.[name]).not.toBe(before?.[name]);
  await page.goto(team.site.url);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(sectionOf(page, 'tests-reviews')).toHaveCount(0);
  await own.publish(questions, 'Second edition');
  await own.hostTeam(team.copy, 'host');
  for (const remote of remotes) await expectShown(page, team.site.url, remote, 'Second edition');
});

const [alone, builtInSite] = [/is ready at (\S+)/, /as it is here is ready at (\S+)/];

test('the remote of Rspack runs alone, and in the site from its dev server and as its build', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const [reviews] = remotes;
  const { file, first, start, editAndSee } = await own.developing(page, reviews);
  {
    await using served = await start(['start'], alone);
    // While types are checked for the first time.
    await writeFile(file, `${first}const wrong: number = 'text';\nvoid wrong;\n`);
    await page.goto(served.address);
    await expect(page.frameLocator('iframe').getByText('error TS2322')).toBeVisible();
    await writeFile(file, first);
    await expect(page.locator('iframe')).toHaveCount(0);
    await editAndSee('main', 'Edited alone');

    const dev = ['run', 'dev', '--', 'tests-reviews', '--at', `${served.address}/entry.js`];
    await using inSite = await start(dev, /in development is ready at (\S+)/, team.copy);
    await page.goto(inSite.address);
    await editAndSee('#tests-reviews', 'Edited in the site');
    await page.goto('about:blank');
  }
  {
    await using stories = await start(['run', 'stories'], alone);
    await page.goto(stories.address);
    await expect(page.getByRole('heading', { name: 'Edited in the site' })).toBeVisible();
  }
  await using built = await start(['run', 'site', '--', team.site.url], builtInSite);
  await expectShown(page, built.address, reviews, 'Edited in the site');
  await page.close();
});

test('the remote of webpack runs alone, and as its build in the site of the store', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const [, questions] = remotes;
  const { start, editAndSee, changePlatform, breakAndMend } = await own.developing(page, questions);
  {
    await using served = await start(['start'], alone);
    await page.goto(served.address);
    await editAndSee('main', 'Edited alone');
    await changePlatform('Changed beside the server');
    await expect(page.getByTitle('Changed beside the server').first()).toBeVisible();
    await page.goto('about:blank');
  }
  await changePlatform('Changed before the start');
  {
    await using served = await start(['start'], alone);
    await page.goto(served.address);
    await expect(page.getByTitle('Changed before the start').first()).toBeVisible();
  }
  await using built = await start(['run', 'site'], builtInSite);
  await expectShown(page, built.address, questions, 'Edited alone');
  await expect(page.getByTitle('Changed before the start').first()).toBeVisible();
  await breakAndMend(built);
  await page.close();
});

test('both are published to a bucket, visited and broken there, and one is rolled back', async ({
  page,
  expectConsole,
}) => {
  test.skip(!hasGateway(), 'There is no gateway of S3 here.');
  expectConsole(/^error: /);
  const gateway = await startGateway();
  await gateway.createBucket('site');
  const store = { ...gatewayEnvironment(gateway.url), SITE_STORE: 's3://site/shop' };
  Object.assign(own.environment, store, { SITE_URL: '', PORT: String(await freePort()) });
  await own.hostTeam(stranger, '--all');
  for (const remote of remotes) await own.publish(remote, 'First edition');
  await own.hostTeam(team.copy, 'tests-opinions', 'host');
  const serve = ['run', 'serve'];
  await using served = await startCommand(team.copy, serve, /is ready at (\S+)/, own.environment);
  for (const { name, module } of remotes) await heal(page, served.address, name, module, 200);
  const [reviews] = remotes;
  await own.publish(reviews, 'Second edition');
  await expectShown(page, served.address, reviews, 'Second edition');
  await own.release(reviews.name, 'rollback', reviews.name);
  await expectShown(page, served.address, reviews, 'First edition');
  await page.close();
  await served.stop();
  await gateway.stop();
});
