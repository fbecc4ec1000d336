import type { Page } from '@playwright/test';
import { cases, files, lateCase, startTamperedSite } from '../helpers/tampered-modules';
import { hydrated, remoteHydrated } from '../helpers/sections';
import { startViteSite } from '../helpers/vite-remote';
import { expect, losses, nothingLost, test } from './fault-gallery/fault-fixtures';

// All other remotes are scripts of webpack or Rspack. Vite builds this one, as ES modules, from which the tool derives a
// release.json. In Firefox and WebKit: engines/es-modules.spec.ts.

test.describe.configure({ mode: 'serial' });
test.use({
  baseURL: async ({ perWorker }, use) =>
    use((await perWorker('a remote of Vite', startViteSite)).site.url),
});

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('it is rendered, has the host’s React and toasts, and its lazy part and styles are pinned', async ({
  page,
}) => {
  const scripts: Promise<string>[] = [];
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    asked.push(pathname);
    if (pathname.endsWith('.js')) scripts.push(response.text());
  });
  const [document] = await Promise.all([page.waitForResponse('/'), page.goto('/')]);
  const html = await document.text();
  expect(html).toContain('Built by Vite');
  expect(html.match(/<script type="importmap">/g)).toHaveLength(1);
  await remoteHydrated(page);
  await press(page, 'More');
  await expect(page.getByText('20 have come')).toHaveCSS('padding-left', '11px');
  // Drawn by the host.
  await expect(page.getByRole('status').filter({ hasText: 'It has a toast' })).toBeVisible();
  const all = (await Promise.all(scripts)).join('\n');
  expect(all.match(/\.__CLIENT_INTERNALS_\w+ ?=/g)).toHaveLength(1);
  expect(all.match(/`toast-\$|"toast-"/g)).toHaveLength(1);
  // The preload is what the element then gets.
  const modules = asked.filter((path) =>
    /\/assets\/(?:pricing|host\/es-modules).*\.js$/.test(path),
  );
  expect(modules).toHaveLength(new Set(modules).size);
  for (const file of Object.values(files))
    expect(modules.some((path) => file.test(path))).toBe(true);
});

test('a page without such a remote is as it is', async ({ page, site }) => {
  const [, html] = await Promise.all([
    page.goto(site.url),
    fetch(site.url).then((answer) => answer.text()),
  ]);
  expect(html).not.toMatch(/importmap|es-modules/);
});

test('where a file was lost every node stays in its place, and one press brings it', async ({
  page,
  expectConsole,
  observations: _,
}) => {
  expectConsole(/^error: /);
  await page.route(files['static-chunk'], (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await losses(page)).toEqual(nothingLost);
  await page.unroute(files['static-chunk']);
  await press(page, 'Try again');
  await remoteHydrated(page);
  expect(await losses(page)).toEqual(nothingLost);
  await press(page, 'More');
  await expect(page.getByText('20 have come')).toBeVisible();
});

test('nothing runs of a module that was changed, is missing, or that the page does not pin', async ({
  page,
  perWorker,
  allowConsole,
}) => {
  allowConsole(/./);
  const { site } = await perWorker('a remote of Vite', startViteSite);
  const tampered = await perWorker('a spoilt remote of Vite', () => startTamperedSite(site.url));
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(tampered.at('right'));
  await remoteHydrated(page);
  for (const { file, way, name } of cases) {
    said.length = 0;
    await page.goto(tampered.at(name));
    await hydrated(page);
    // Nobody asks for it before.
    if (name === lateCase) {
      await remoteHydrated(page);
      await press(page, 'More');
    }
    await expect(page.getByRole('button', { name: 'Try again' }), name).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Built by Vite' })).toBeVisible();
    expect(await page.locator('html').getAttribute('data-evil'), name).toBeNull();
    const named = said.filter((line) => line.startsWith('[pricing'));
    expect(named.join('\n'), `${name}: the fault names ${file} (${way})`).toMatch(
      /\/assets\/|"react"|entry failed/,
    );
  }
});
