import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from '../helpers/fixtures';
import { components, plain } from '../helpers/own-modules';
import { ownRepositories } from '../helpers/own-repository';
import { counter, heal, labelOf, sectionHydrated, sectionOf } from '../helpers/remote-section';
import { aTeam, type Team, unchecked } from '../helpers/team';
import { domSize, walk } from '../helpers/walk';

// Remotes whose modules bring what renders them, as `npm run new` makes them: a React of their own beside the host's,
// Vue, Svelte; and one of no framework at all.
test.describe.configure({ mode: 'serial' });

const frameworks = { 'tests-react': 'react-own', 'tests-vue': 'vue', 'tests-svelte': 'svelte' };
const made = Object.keys(frameworks);
const names = ['tests-plain', ...made];

let team: Team;
let own: Awaited<ReturnType<typeof ownRepositories>>;

const manifestOf = (name: string) => join(team.copy, `remote-${name}`, 'package.json');

/** The whole remote is its module. As some libraries do, it makes a policy of Trusted Types. */
async function makePlain(): Promise<void> {
  await own.make('tests-plain');
  await writeFile(join(team.copy, 'remote-tests-plain/src/TestsPlainSection.tsx'), plain);
  const file = manifestOf('tests-plain');
  const text = await readFile(file, 'utf8');
  const named = `"name": "tests-plain", "trustedTypes": ["tests-html"]`;
  await writeFile(file, text.replace(/"name": "tests-plain"/, named));
}

/** Puts React 18 where npm would put it. Elsewhere the host’s React stays. */
async function installReact(): Promise<void> {
  const installed = join(import.meta.dirname, '../../../node_modules');
  for (const [from, to] of Object.entries({
    ...{ 'react-18': 'react', 'react-dom-18': 'react-dom' },
    'react-dom-18/node_modules/scheduler': 'scheduler',
  })) {
    const place = join(team.copy, 'remote-tests-react/node_modules', to);
    await cp(join(installed, from), place, { recursive: true });
  }
}

test.beforeAll(async ({ site: _builds }) => {
  team = await aTeam();
  own = await ownRepositories(team);
  for (const [name, framework] of Object.entries(frameworks))
    await own.make(name, '--framework', framework);
  await installReact();
  await makePlain();
});

test.afterAll(async () => {
  await team.stop();
  await own.stop();
});

test.use({ baseURL: undefined, extraHTTPHeaders: {} });

test('what is made passes its tests and its types, keeps to its budget, and goes live', async ({
  page,
}) => {
  await own.command(team.copy, process.execPath, 'node_modules/jest/bin/jest.js', ...made);
  await team.mustRelease('publish', ...made);
  await own.hostTeam(team.copy, 'tests-plain', 'host');
  await page.goto(team.site.url);
  for (const name of made) {
    await sectionHydrated(page, name);
    const section = sectionOf(page, name);
    await expect(section.getByRole('heading', { name: labelOf(name) })).toBeVisible();
    await section.getByRole('button', { name: 'Say hello' }).click();
    await expect(page.getByRole('status').filter({ hasText: labelOf(name) })).toBeVisible();
  }
  const status = await team.mustRelease('status');
  expect(status).toContain('Brings its own: tests-react has react 18.3.1, react-dom 18.3.1.');
  expect(status).toMatch(/tests-vue has [^\n]*vue 3\./);
  expect(status).not.toContain('Brings its own: signup');
});

test('their teams write components of their frameworks, and publish them', async ({ page }) => {
  for (const [file, text] of Object.entries(components)) {
    const folder = `remote-tests-${file.replace(/^Tests(\w+)Section.*/, '$1').toLowerCase()}`;
    await writeFile(join(team.copy, folder, 'src', file), text);
  }
  await team.mustRelease('publish', ...made, ...unchecked);
  await expect(async () => {
    await page.goto(team.site.url);
    for (const name of names) await expect(counter(page, name)).toBeVisible({ timeout: 1000 });
  }).toPass();
});

const standing = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset['standing'] ?? 0));

for (const name of names) {
  test(`${name} is whole without scripts`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(team.site.url);
    await expect(counter(page, name)).toHaveText('Pressed 0 times');
    await context.close();
  });

  test(`${name} keeps its nodes, heals, shows toasts and is replaced where it throws`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    await heal(page, team.site.url, name, 'entry', 404);
    const section = sectionOf(page, name);
    await section.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').getByText('Somebody reads it.')).toBeVisible();
    await counter(page, name).click();
    await counter(page, name).click();
    await expect(section.getByRole('heading')).toBeVisible();
    await section.getByRole('button', { name: 'Try again' }).click();
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  });
}

test('a press before it is there is not lost', async ({ page }) => {
  await page.goto(team.site.url);
  for (const name of names) {
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  }
});

test('nothing of them is left on other pages, however often visitors come back', async ({
  page,
}) => {
  await page.goto(team.site.url);
  for (const name of names) await sectionHydrated(page, name);
  await expect.poll(() => standing(page)).toBe(names.length);
  const size = await domSize(page);
  const all = `main${names.map((name) => `:has(#${name} h2)`).join('')}`;
  await walk(page, 10, all);
  const before = await size();
  await walk(page, 90, all);
  await expect.poll(() => standing(page)).toBe(names.length);
  const after = await size();
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(20);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => standing(page)).toBe(0);
});

test('a React that nobody meant to bring is refused, with what to do', async () => {
  const file = manifestOf('tests-react');
  const text = await readFile(file, 'utf8');
  const refusal = async () => {
    const { code, output } = await team.release('publish', 'tests-react', ...unchecked);
    expect(code).toBe(1);
    return output;
  };
  const { dependencies: _, ...manifest } = v.parse(
    v.record(v.string(), v.unknown()),
    JSON.parse(text),
  );
  const hosts = { react: '^19.0.0', 'react-dom': '^19.0.0', '@shopwright/shared': '^1.0.0' };
  // It asks for the host's, and takes `react-dom/client`, which no host hands over.
  await writeFile(file, JSON.stringify({ ...manifest, peerDependencies: hosts }));
  expect(await refusal()).toMatch(
    /holds a copy of react-dom, which hosts hand over .*in peerDependencies/,
  );
  await writeFile(file, text);
  const module = join(team.copy, 'remote-tests-react/src/module.tsx');
  await writeFile(module, `export { TestsReactSection as default } from './TestsReactSection';`);
  expect(await refusal()).toContain('and brings React 18.3.1: name react in peerDependencies');
});
