import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readLedger } from '../release/ledger';
import { FolderStore } from '../release/stores/folder-store';
import { expect, test } from '../testing/fixtures';
import { freePort } from '../testing/free-port';
import { counter, press, sectionOf, source, writeLock } from '../testing/own-repository';
import { startCommand } from '../testing/npm-command';
import { copyRepository, removeCopy } from '../testing/repository-copy';
import { expectSameDocument, hydrated, markDocument } from '../testing/sections';
import { startSite, type Site } from '../testing/site';
import { runRelease, unchecked } from '../testing/team';

// Remotes in folders outside of the checkout, with nothing of it but the packed packages: Rspack builds
// "reviews", webpack "questions". The host's team publishes from its checkout.
test.describe.configure({ mode: 'serial' });
// Pages here load scripts from other origins, which a header of the test's would turn into preflights.
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const run = promisify(execFile);
const overBudget = ['--over-budget', 'Sections that a test adds'] as const;

let copy: string;
let folder: string;
let site: Site;
let environment: Readonly<Record<string, string>>;
/** Milliseconds from the first command until the remote is live; the sum of its commands. */
let took = 0;

/** Runs a command, which must succeed, and counts its time. */
async function command(cwd: string, ...[program = '', ...words]: readonly string[]) {
  const began = performance.now();
  const { stdout } = await run(program, words, { cwd, env: { ...process.env, ...environment } });
  took += performance.now() - began;
  return stdout;
}

/** The release tool in a repository of a remote's own. */
const release = (repository: string, ...words: readonly string[]) =>
  command(join(folder, repository), 'npm', 'run', 'release', '--', ...words);

/** And in a checkout of the host's team. */
async function hostTeam(root: string, ...words: readonly string[]) {
  const args = [...words, ...unchecked, ...overBudget];
  const { code, errors } = await runRelease(root, environment, args);
  expect(`${code} ${errors}`).toBe('0 ');
}

const liveReleases = async () => (await readLedger(new FolderStore(site.siteDir))).live?.releases;

test.beforeAll(async ({ site: _builds }) => {
  [copy, folder] = [await copyRepository(), await mkdtemp(join(tmpdir(), 'own-repositories-'))];
  site = await startSite({}, copy);
  environment = {
    ...{ DATA_DIR: site.dataDir, SITE_DIR: site.siteDir, SITE_URL: site.url },
    ...{ SUBSCRIPTION_URL: '', MANAGER_URL: '', STORE_UI_URL: '' },
  };
});

test.afterEach(({ page }) => page.close());

test.afterAll(async () => {
  await site.stop();
  await removeCopy(copy);
  await rm(folder, { recursive: true, force: true });
});

test('a remote goes from nothing to live in a repository of its own', async () => {
  const make = async (name: string, ...words: readonly string[]) => {
    const start = [process.execPath, '--import', 'tsx', 'scripts/commands/new.ts', name];
    await command(copy, ...start, '--repository', join(folder, name), ...words);
  };
  const own = join(folder, 'reviews');
  const other = join(folder, 'questions');
  await make('questions');
  took = 0;
  await make('reviews', '--packages', join(folder, 'packages'), '--bundler', 'rspack');
  await writeLock(own);
  await command(own, 'npm', 'install', '--offline', '--ignore-scripts', '--no-audit');
  await writeFile(join(own, 'src/ReviewsSection.tsx'), source('reviews', 'ReviewsSection'));
  await release('reviews', 'publish', 'reviews', ...overBudget);
  console.log(`From the first command to live: ${(took / 1000).toFixed(0)} s.`);
  expect(await liveReleases()).toHaveProperty('reviews');
  // Hard links: what is installed there is the same.
  await run('cp', ['-al', join(own, 'node_modules'), join(other, 'node_modules')]);
  await writeFile(join(other, 'src/QuestionsSection.tsx'), source('questions', 'QuestionsSection'));
  await release('questions', 'publish', 'questions', ...overBudget);
  await hostTeam(copy, 'publish', 'host');
});

/** Visits with a file away: static, and one press of "Try again" hydrates the very same nodes. */
async function heal(page: Page, url: string, name: string, file: string, broken?: string) {
  const pattern = new RegExp(`/assets/${name}/${file}[^/]*\\.js`);
  await page.route(pattern, (route) =>
    broken === undefined
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: broken }),
  );
  await page.goto(url);
  await hydrated(page);
  const section = sectionOf(page, name);
  await section.scrollIntoViewIfNeeded();
  const heading = await section.getByRole('heading').elementHandle();
  const tryAgain = section.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await expect(section.getByRole('link', { name: 'Open your shop' })).toBeVisible();
  await page.unroute(pattern);
  await tryAgain.click();
  await press(page, name);
  expect(await heading.evaluate((node) => node.isConnected)).toBe(true);
}

test('the remote of Rspack has the host’s React and toasts, and survives what remotes must', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: /);
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (answer) => {
    if (answer.ok() && answer.url().endsWith('.js')) scripts.set(answer.url(), answer.text());
  });
  await heal(page, site.url, 'reviews', 'entry');
  await sectionOf(page, 'reviews').getByRole('button', { name: 'Send' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Somebody reads it.' });
  await expect(toast).toBeVisible();
  expect(
    await toast.evaluate((element) => element.closest('[data-boundary="reviews"]')),
  ).toBeNull();
  const all = (await Promise.all(scripts.values())).join('\n');
  expect(all.match(/\.__CLIENT_INTERNALS_\w+=/g)).toHaveLength(1);

  await counter(page, 'reviews').click();
  await counter(page, 'reviews').click();
  await expect(sectionOf(page, 'reviews').getByRole('heading')).toBeVisible();
  await sectionOf(page, 'reviews').getByRole('button', { name: 'Try again' }).click();
  await expect(counter(page, 'reviews')).toHaveText('Pressed 0 times');
  await heal(page, site.url, 'reviews', 'ReviewsSection', 'corrupted');
});

test('it runs alone, and in the site from its dev server and as its build', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const own = join(folder, 'reviews');
  const file = join(own, 'src/ReviewsSection.tsx');
  const first = await readFile(file, 'utf8');
  const devPort = 20_000 + 3 * Math.floor(Math.random() * 3000);
  const ports = async () => ({
    ...{ ...environment, SITE_URL: '' },
    ...{ PORT: String(await freePort()), DEV_PORT: String(devPort) },
  });
  /** An edit shows, and the state of the page stays, also while the file is empty, as many an editor leaves it. */
  const edit = async (part: string, text: string) => {
    const button = page.locator(part).getByRole('button', { name: /^Pressed/ });
    await button.click();
    await expect(button).toHaveText('Pressed 1 times');
    await markDocument(page);
    writeFileSync(file, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    writeFileSync(file, first.replace('First edition', text));
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    await expect(button).toHaveText('Pressed 1 times');
    await expectSameDocument(page);
  };
  {
    await using alone = await startCommand(own, ['start'], /is ready at (\S+)/, await ports());
    await page.goto(alone.address);
    await edit('main', 'Edited alone');
    await writeFile(file, `${first}export const wrong: number = 'text';\n`);
    await expect(page.frameLocator('iframe').getByText('error TS2322')).toBeVisible();
    await writeFile(file, first);
    await expect(page.locator('iframe')).toHaveCount(0);

    const dev = ['run', 'dev', '--', 'reviews', '--at', `${alone.address}/entry.js`];
    const ready = /in development is ready at (\S+)/;
    await using inSite = await startCommand(copy, dev, ready, await ports());
    await page.goto(inSite.address);
    await edit('#reviews', 'Edited in the site');
    await page.goto('about:blank');
  }
  const built = ['run', 'site', '--', site.url];
  await using inSite = await startCommand(
    own,
    built,
    /as it is here is ready at (\S+)/,
    await ports(),
  );
  await page.goto(inSite.address);
  await sectionOf(page, 'reviews').scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Edited in the site' })).toBeVisible();
  await writeFile(file, first);
  await page.close();
});
