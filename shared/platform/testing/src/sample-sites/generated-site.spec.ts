import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { freePort } from '@composed/http/operations/free-port';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { composed, startCommand } from '../server/start-process';
import { expect, test } from '../browser/fixtures';
import { followGuide, siteFromPackages } from './guide';
import {
  expectDirection,
  guideWords,
  heading,
  language,
  translateText,
  translate,
  unavailable,
} from './languages';
import { prepareEdits, install, writeLock } from './repository';
import { counter, expectShown } from '../browser/remote-section';
import { startNginx } from '../server/site-nginx';
import { hydrated, remoteHydrated } from '../browser/hydration';

// A site that `npm run new -- --site` writes into another folder, from the packed packages alone. It is then changed as its
// guide says, and translated.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const run = promisify(execFile);
const checkout = path.join(import.meta.dirname, '../../../../..');
const ready = /^The site is ready at (\S+)$/m;

let folder: string;
let environment: Record<string, string>;
/** Ends the site, once it runs. */
let stop = () => Promise.resolve();
let site: Awaited<ReturnType<typeof startCommand>>;

const at = (...names: readonly string[]) => path.join(folder, 'bakery', ...names);
/** Runs a command of the site, which must succeed. */
const npm = (...words: readonly string[]) =>
  run('npm', words, { cwd: at(), env: { ...process.env, ...environment } }).catch(
    (cause: unknown) => {
      throw new Error(`npm ${words.join(' ')}: ${Reflect.get(Object(cause), 'stdout')}`, { cause });
    },
  );
const release = (...words: readonly string[]) => npm('run', 'release', '--', ...words);

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'generated-site-'));
  // Lets the account of nginx’s workers in.
  await chmod(folder, 0o755);
  const port = String(await freePort());
  environment = {
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    SITE_DIR: '.site',
    DATA_DIR: '.data',
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  };
});

test.afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test('two commands create a live site with additional remotes', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/404/);
  await run(process.execPath, [composed, 'new', '--site', at()], { cwd: checkout });
  const made = await readdir(at(), { recursive: true });
  await followGuide(at(), guideWords);
  await translate(at());
  await writeLock(at());
  expect((await npm('run', 'install-packages')).stdout).toMatch(/^Installing the packages/m);
  expect(await siteFromPackages(at(), at('../again/bakery'))).toEqual(made.sort());
  await npm('run', 'new', '--', 'explore', '--framework', 'vue');
  await npm('run', 'new', '--', 'offers', '--repository', at('../offers'));
  await writeLock(at());
  site = await startCommand(at(), ['start'], ready, environment);
  stop = site.stop;
  for (const [address, title] of Object.entries({
    '/nowhere': 'Page not found',
    '/': 'Welcome',
    '/about': 'About us',
    '/guides/first-steps': 'First steps',
    '/bread/rye': 'Roggenbrot',
  })) {
    await page.goto(`${site.address}${address}`);
    await expect(page).toHaveTitle(`${translateText(title)} · Bakery`);
    await expect(page.locator('html')).toHaveAttribute('lang', language.lang);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectDirection(page, language.dir);
  }
  const price = { style: 'currency', currency: 'EUR' } as const;
  await expect(page.getByText((4.8).toLocaleString(language.locale, price))).toBeVisible();
  expect((await request.get(`${site.address}/guides`)).status()).toBe(404);
  const map = await (await request.get(`${site.address}/sitemap.xml`)).text();
  expect(map).toContain(`<loc>${site.address}/guides/first-steps</loc>`);

  await page.goto(site.address);
  await hydrated(page);
  await remoteHydrated(page);
  const news = page.locator('#news');
  await news.getByRole('button', { name: translateText('Show all news') }).click();
  await expect(news.getByRole('listitem')).toHaveCount(3);
  await expect(news.getByText(`42 ${translateText('Brote heute')}`)).toBeVisible();
  await news.getByRole('link', { name: translateText('Who we are') }).click();
  await expect(page).toHaveTitle(`${translateText('About us')} · Bakery`);
  await expect(page.getByRole('heading', { name: translateText('About us') })).toBeFocused();
});

test('a page has its own language, and messages of servers have the site’s', async ({
  page,
  request,
}) => {
  await page.goto(`${site.address}/about`);
  await hydrated(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/opening', id: 'to' });
    document.querySelector('main')?.append(link, 'x');
    link.append('opening');
  });
  await page.locator('#to').click();
  const { lang, dir, other } = language;
  await expect(page).toHaveTitle(`${other.title} · Bakery`);
  await expect(page.locator('html')).toHaveAttribute('lang', other.lang);
  await hydrated(page);
  await expectDirection(page, other.dir);
  await page.getByRole('link', { name: translateText('About us') }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expectDirection(page, dir);

  const asked = { accept: 'text/html', cookie: `a=${'b'.repeat(20_000)}` };
  const refused = await request.get(site.address, { headers: asked });
  expect(refused.status()).toBe(431);
  expect(await refused.text()).toContain(`<html lang=${lang}`);
  const status = await (await request.get(`${site.address}/_site`)).text();
  expect(status).toContain(`<html lang="${lang}" dir="${dir}">`);
  expect(status).toContain('<div lang="en" dir="ltr">');
});

test('its own tests pass: types, boundaries, units, and every page in a browser', async () => {
  const lines = stripVTControlCharacters((await npm('test')).stdout);
  for (const step of ['Types', 'Boundaries', 'Unit tests', 'Browser tests'])
    expect(lines).toMatch(new RegExp(`^✓ ${step}: [1-9]\\d* passed, 0 failed`, 'm'));
});

test('teams add and remove remotes, also from other repositories, without another edit', async ({
  page,
}) => {
  const explore = page.locator('#explore');
  await page.goto(site.address);
  await explore.scrollIntoViewIfNeeded();
  await explore.getByRole('button').click();
  await expect(explore.getByRole('button')).toHaveText('Pressed 1 times');

  const offers = at('../offers');
  await install(offers);
  const env = { ...process.env, ...environment, SITE_DIR: at('.site') };
  await run('npm', ['run', 'release', '--', 'publish'], { cwd: offers, env });
  await expectShown(page, site.address, { name: 'offers', heading: 'The offers' });
  await counter(page, 'offers').click();
  await expect(counter(page, 'offers')).toHaveText('Pressed 1 times');

  await rm(at('remote-explore'), { recursive: true });
  const table = await readFile(at('host/src/modules.tsx'), 'utf8');
  const row = /^ {2}'explore\/[^]*?^ {2}\},\n/m;
  await writeFile(at('host/src/modules.tsx'), table.replace(row, ''));
  await release('publish', 'host');
  await release('remove', 'explore');
  await expect(async () => {
    await page.goto(site.address);
    await expect(explore).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(page.locator('#offers')).toBeVisible();
});

test('a page stays complete while a remote is unavailable, and recovers', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: /);
  const entry = /\/assets\/news\/entry[^/]*\.js/;
  await page.route(entry, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(site.address);
  await hydrated(page);
  const news = page.locator('#news');
  await news.scrollIntoViewIfNeeded();
  await expect(news.getByText(unavailable)).toBeVisible();
  await expect(news.getByRole('link', { name: translateText('Who we are') })).toBeVisible();
  await page.unroute(entry);
  await news.getByRole('button', { name: translateText('Noch einmal') }).click();
  await remoteHydrated(page);
  await news.getByRole('button', { name: translateText('Show all news') }).click();
  await expect(news.getByRole('listitem')).toHaveCount(3);
});

test('one remote is developed inside the site', async ({ page, request, allowConsole }) => {
  allowConsole(/./);
  const devPort = String(20_000 + 3 * Math.floor(Math.random() * 3000));
  const siteEnvironment = {
    ...environment,
    PORT: String(await freePort()),
    DEV_PORT: devPort,
    SITE_URL: '',
  };
  {
    await using dev = await startCommand(
      at(),
      ['run', 'dev'],
      /site is ready at (\S+)/,
      siteEnvironment,
    );
    const document = await (await request.get(dev.address)).text();
    expect(document).toContain(`<html lang=${language.lang}`);
  }
  const words = ['run', 'dev', '--', 'news'];
  await using dev = await startCommand(
    at(),
    words,
    /working copy of \S+ is ready at (\S+)/,
    siteEnvironment,
  );
  const edit = await prepareEdits(at('remote-news/src/NewsSection.tsx'));
  await edit(`<h2>${heading}</h2>`, '<h2>Edited news</h2>');
  await page.goto(dev.address);
  await expect(page.getByRole('heading', { name: 'Edited news' })).toBeVisible();
  await page.goto('about:blank');
});

test('it is served without building, and by nginx', async ({ page, request }) => {
  test.skip(!hasNginx(), 'There is no nginx here.');
  await site.stop();
  await using served = await startCommand(at(), ['run', 'serve'], ready, environment);
  await page.goto(`${served.address}/about`);
  await expect(page).toHaveTitle(`${translateText('About us')} · Bakery`);
  const nginxFolder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(nginxFolder, 0o755);
  const listen = `127.0.0.1:${await freePort()}`;
  const where = ['--listen', listen, '--run-folder', nginxFolder, '--server', served.address];
  const { stdout } = await npm('run', '--silent', 'release', '--', 'nginx', ...where);
  const nginx = await startNginx(nginxFolder, stdout);
  try {
    await page.goto(`http://${listen}/guides/first-steps`);
    await expect(page).toHaveTitle(`${translateText('First steps')} · Bakery`);
    expect((await request.get(`http://${listen}/nope`)).status()).toBe(404);
    await page.goto('about:blank');
  } finally {
    await nginx.stop();
  }
});
