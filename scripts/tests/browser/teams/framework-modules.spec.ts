import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { composed } from '@composed/testing/server/start-process';
import { delayRequests, installClock } from '../../helpers/delays';
import { expect, test } from '../../helpers/fixtures';
import { kinds, startWithModules, svelte, vue, writeSources } from '../../helpers/own-modules';
import { prepareEdits } from '@composed/testing/sample-sites/repository';
import { counter, sectionOf } from '@composed/testing/browser/remote-section';
import { labelOf, sectionHydrated } from '../../helpers/remote-section';
import { hydrated } from '@composed/testing/browser/hydration';
import { skipTypeCheck } from '../../helpers/team';
import { domSize, walk } from '../../helpers/walk';

// Remotes with a framework of their own, as `npm run new` makes them in separate repositories: another React than the
// host's, Vue and Svelte; and one of Vue in this repository.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const names = kinds.map(({ name }) => name);

let repositories: Awaited<ReturnType<typeof startWithModules>>;
let url: string;

test.beforeAll(async () => {
  repositories = await startWithModules();
  ({ url } = repositories.team.site);
});

test.afterAll(() => repositories.stop());

test('new remotes pass their own tests @soak', async () => {
  const jest = [process.execPath, 'node_modules/jest/bin/jest.js', 'tests-here'];
  await Promise.all([
    ...names.map((name) => repositories.command(repositories.at(name), 'npm', 'test')),
    repositories.command(repositories.team.copy, ...jest),
  ]);
});

test('a new remote is within its budget, and goes live from its own repository', async () => {
  await writeSources(repositories);
  for (const name of names) await repositories.release(name, 'publish', name, ...skipTypeCheck);
  const status = await repositories.team.mustRelease('status');
  expect(status).toContain('Brings its own: tests-react has react 18.3.1, react-dom 18.3.1.');
  expect(status).toMatch(/tests-vue has [^\n]*vue 3\./);
  expect(status).not.toContain('Brings its own: signup');
});

/** The button of the part in the part of a section. */
const inner = (page: Page, name: string) =>
  sectionOf(page, name).getByRole('button', { name: /^Added/ });

test('modules of other frameworks are complete without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await expect(async () => {
    await page.goto(url);
    for (const name of names) {
      await expect(counter(page, name)).toHaveText('Pressed 0 times', { timeout: 1000 });
      await expect(sectionOf(page, name).getByText('Beside 0 presses')).toBeVisible();
      await expect(inner(page, name)).toHaveText('Added 0 times');
    }
  }).toPass();
  await context.close();
});

const entries = new RegExp(`/assets/(?:${names.join('|')})/entry[^/]*\\.js`);
const entriesGlob = `**/assets/{${names.join(',')}}/entry*.js`;

test('modules of other frameworks keep their nodes and early interactions, and each shows a toast', async ({
  page,
}) => {
  const release = await delayRequests(page, entriesGlob);
  await page.goto(url);
  await hydrated(page);
  const selectors = names.map((name) => `#${name} :is(h2, button, p, input)`);
  const nodes = await page.locator(selectors.join()).all();
  const handles = await Promise.all(nodes.map((node) => node.elementHandle()));
  for (const name of names) {
    // A part lives without the module around it.
    await inner(page, name).click();
    await expect(inner(page, name)).toHaveText('Added 1 times');
    await counter(page, name).click();
    await sectionOf(page, name).getByLabel('Name').pressSequentially('Ada');
    await sectionOf(page, name).getByLabel('blue').check();
    await sectionOf(page, name).getByLabel('Gift').check();
    await sectionOf(page, name).getByLabel('Size').selectOption('L');
    await sectionOf(page, name).getByLabel('Note').fill('typed');
    // From here on it waits for what was chosen around it.
    await inner(page, name).click();
    await expect(inner(page, name)).toHaveText('Added 1 times');
  }
  release();
  for (const name of names) {
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
    await expect(sectionOf(page, name).getByText('Hello Ada')).toBeVisible();
    await expect(sectionOf(page, name).getByText('blue,wrapped,L')).toBeVisible();
    await expect(sectionOf(page, name).getByLabel('blue')).toBeChecked();
    await expect(sectionOf(page, name).getByLabel('Size')).toHaveValue('L');
    await expect(sectionOf(page, name).getByText('Beside 1 presses')).toBeVisible();
    await expect(inner(page, name)).toHaveText('Added 2 times');
    await expect(sectionOf(page, name).getByLabel('Note')).toHaveValue('typed');
    await sectionOf(page, name).getByRole('button', { name: 'Send' }).click();
  }
  const toasts = page.getByRole('status').filter({ hasText: 'Somebody reads it.' });
  await expect(toasts).toHaveCount(names.length);
  expect(handles).toHaveLength(12 * names.length);
  for (const handle of handles)
    expect(await handle.evaluate((node) => node.isConnected)).toBe(true);
});

test('modules and parts without a framework get choices made before hydration, also after a reload', async ({
  page,
}) => {
  const release = await delayRequests(page, '**/assets/tests-here/entry*.js');
  await page.goto(url);
  await hydrated(page);
  const choice = sectionOf(page, svelte).getByLabel('Beside');
  await choice.selectOption('two');
  const heard = () =>
    choice.evaluate((element) => element.closest<HTMLElement>('[data-heard]')?.dataset['heard']);
  release();
  await expect.poll(heard).toBe('two');
  await sectionHydrated(page, svelte);
  await sectionOf(page, svelte).getByLabel('blue').check();
  // The browser itself restores what a page held. It hears of that late where the next page is another process's.
  await page.goto(`${url}/terms`);
  await page.goBack();
  await sectionHydrated(page, svelte);
  await expect(choice).toHaveValue('two');
  await expect.poll(heard).toBe('two');
  await expect(sectionOf(page, svelte).getByText('blue,bare,S')).toBeVisible();
});

const again = (page: Page, name: string) =>
  sectionOf(page, name).getByRole('button', { name: 'Try again' });

/** Markup that was rendered stands, its part lives, and one press recovers each once the fault has gone. */
async function recoverAll(page: Page, mend: () => Promise<unknown>): Promise<void> {
  for (const name of names) {
    await inner(page, name).click();
    await expect(inner(page, name)).toHaveText('Added 1 times');
    await expect(again(page, name)).toBeVisible();
    await expect(counter(page, name)).toHaveText('Pressed 0 times');
    await expect(sectionOf(page, name).getByRole('link', { name: 'Open your shop' })).toBeVisible();
  }
  await mend();
  for (const name of names) {
    await again(page, name).click();
    await sectionHydrated(page, name);
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
    await expect(again(page, name)).toHaveCount(0);
    await expect(sectionOf(page, name).getByText('Beside 1 presses')).toBeVisible();
    await expect(inner(page, name)).toHaveText('Added 1 times');
  }
}

type Act = (page: Page) => Promise<unknown>;
const answered = (handle: (route: Route) => unknown): [Act, Act] => [
  (page) => page.route(entries, handle),
  (page) => page.unroute(entries),
];
const thrown = (stage: string): [Act, Act] => [
  (page) => page.addInitScript((fault) => Reflect.set(window, 'fault', fault), stage),
  (page) => page.evaluate(() => Reflect.set(window, 'fault', '')),
];
/** Faults of all modules: how each begins and ends. */
const faults = {
  'its script is missing': answered((route) => route.fulfill({ status: 404 })),
  'its script never comes': answered(() => undefined),
  'it throws in render': thrown('render'),
  'it throws in mount': thrown('mount'),
  'it throws in an effect': thrown('effect'),
};

for (const [what, [begin, end]] of Object.entries(faults)) {
  test(`each module keeps its prerendered markup where ${what}, and recovers`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    const isSlow = what.endsWith('never comes');
    if (isSlow) await installClock(page);
    await begin(page);
    await page.goto(url);
    await hydrated(page);
    for (const name of names) {
      await sectionOf(page, name).scrollIntoViewIfNeeded();
      await expect(async () => {
        if (isSlow) await page.clock.fastForward(10_000);
        await expect(again(page, name)).toBeVisible({ timeout: 500 });
      }).toPass();
    }
    await recoverAll(page, () => end(page));
  });
}

test('a later error is reported once, and replaces the broken module', async ({
  page,
  expectConsole,
  consoleWatch,
}) => {
  expectConsole(/^error: /);
  await page.goto(url);
  for (const name of names) {
    await sectionHydrated(page, name);
    const told = (cause: string) =>
      consoleWatch.count(new RegExp(`^error: \\[${name} \\w{32} .*${cause}`));
    await page.evaluate(() => Reflect.set(window, 'fault', 'a handler'));
    await sectionOf(page, name).getByRole('button', { name: 'Break' }).click();
    await expect.poll(() => told('Thrown in a handler')).toBe(1);
    // A framework may hand on what handlers throw, as Vue does; else the section goes on, as the host's own do.
    if (name === vue) await again(page, name).click();
    for (const presses of [1, 2]) {
      await counter(page, name).click();
      await expect(counter(page, name)).toHaveText(`Pressed ${presses} times`);
    }
    await counter(page, name).click();
    await expect.poll(() => told('Pressed too often')).toBe(1);
  }
  await recoverAll(page, () => Promise.resolve());
});

const standing = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset['standing'] ?? 0));

test('modules of other frameworks leave nothing behind on other pages, even after many visits', async ({
  page,
}) => {
  await page.goto(url);
  for (const name of names) await sectionHydrated(page, name);
  // Every section has a part, and that another one.
  const faultCount = 2 * names.length;
  await expect.poll(() => standing(page)).toBe(faultCount);
  const size = await domSize(page);
  const whole = `main${names.map((name) => `:has(#${name} h2)`).join('')}`;
  await walk(page, 10, whole);
  const before = await size();
  await walk(page, 90, whole);
  await expect.poll(() => standing(page)).toBe(faultCount);
  const after = await size();
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(20);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => standing(page)).toBe(0);
});

test('modules of other frameworks can be developed alone in their repositories, and inside the site here @soak', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  {
    const edit = await prepareEdits(repositories.at(svelte, 'src/TestsSvelteSection.svelte'));
    await using alone = await repositories.start(repositories.at(svelte), ['start']);
    await page.goto(alone.address);
    await edit('The tests svelte', 'Edited alone');
    await expect(page.getByRole('heading', { name: 'Edited alone' })).toBeVisible();
    await edit('</h2>', '{');
    const mistakes = page.frameLocator('iframe');
    await expect(mistakes.getByText('ERROR in ./src/TestsSvelteSection.svelte')).toBeVisible();
    await edit('', '');
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: labelOf(svelte) })).toBeVisible();
    await page.goto('about:blank');
  }
  const edit = await prepareEdits(
    join(repositories.team.copy, 'remote-tests-here/src/TestsHereSection.vue'),
  );
  // `npm run` would install packages in place of the copy’s links.
  const dev = ['exec', '-c', `node ${composed} dev tests-here`];
  await using inSite = await repositories.start(
    repositories.team.copy,
    dev,
    /working copy of \S+ is ready at (\S+)/,
  );
  await page.goto(inSite.address);
  await sectionHydrated(page, 'tests-here');
  await edit('The tests here</h2>', 'Edited in the site</h2>');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Edited in the site' })).toBeVisible();
  await edit('const presses', "throw new Error('Thrown in setup.');\nconst presses");
  await page.reload();
  await expect(again(page, 'tests-here')).toBeVisible();
  await edit('', '');
  await page.reload();
  await expect(page.getByRole('heading', { name: labelOf('tests-here') })).toBeVisible();
  await expect(again(page, 'tests-here')).toHaveCount(0);
  await page.goto('about:blank');
});
