import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { freePort } from '@composed/http/operations/free-port';
import { hasNginx } from '@composed/command/browser.mjs';
import { composed, startCommand } from '../helpers/child';
import { expect, test } from '../helpers/fixtures';
import { followGuide } from '../helpers/guide';
import { unpack, writeLock } from '../helpers/own-repository';
import { expectShown } from '../helpers/remote-section';
import { startNginx } from '../helpers/running-nginx';
import { hydrated, remoteHydrated } from '../helpers/sections';

// Another site, in a folder outside of the checkout, with nothing of this one but the packed packages of the platform. It
// is in German, with one page in Arabic, and has what its guide says how to make, copied from there.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const run = promisify(execFile);
const checkout = path.join(import.meta.dirname, '../../..');
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

async function edit(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(at(file), 'utf8');
  expect(text).toContain(before);
  await writeFile(at(file), text.replace(before, after));
}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'own-site-'));
  // Lets the account of nginx’s workers in.
  await chmod(folder, 0o755);
  const port = String(await freePort());
  environment = {
    ...{ PORT: port, SITE_URL: `http://localhost:${port}`, SITE_DIR: '.site', DATA_DIR: '.data' },
    ...{ npm_config_offline: 'true', npm_config_audit: 'false' },
  };
});

test.afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test('two commands lead from nothing to a site that is live, with the remotes that were added', async ({
  page,
  request,
}) => {
  await run(process.execPath, [composed, 'new', '--site', at()], { cwd: checkout });
  await followGuide(at());
  await writeLock(at());
  await npm('run', 'install-packages');
  await npm('run', 'new', '--', 'explore', '--framework', 'vue');
  await npm('run', 'new', '--', 'offers', '--repository', at('../offers'));
  await writeLock(at());
  site = await startCommand(at(), ['start'], ready, environment);
  stop = site.stop;
  for (const [address, title] of Object.entries({
    '/': 'Welcome · Bakery',
    '/about': 'About us · Bakery',
    '/guides/first-steps': 'First steps · Bakery',
    '/bread/rye': 'Roggenbrot · Bakery',
  })) {
    await page.goto(`${site.address}${address}`);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(page.getByText('4,80\u00a0€')).toBeVisible();
  expect((await request.get(`${site.address}/guides`)).status()).toBe(404);
  const map = await (await request.get(`${site.address}/sitemap.xml`)).text();
  expect(map).toContain(`<loc>${site.address}/guides/first-steps</loc>`);

  await page.goto(site.address);
  await hydrated(page);
  await remoteHydrated(page);
  const news = page.locator('#news');
  await news.getByRole('button', { name: 'Show all news' }).click();
  await expect(news.getByRole('listitem')).toHaveCount(3);
  await expect(news.getByRole('status').filter({ hasText: '42 Brote heute' })).toBeVisible();
  await news.getByRole('link', { name: 'Who we are' }).click();
  await expect(page).toHaveTitle('About us · Bakery');
  await expect(page.getByRole('heading', { name: 'About us' })).toBeFocused();
});

test('a page has its own language and direction, and what servers say has the site’s', async ({
  page,
  request,
}) => {
  await page.goto(`${site.address}/about`);
  await hydrated(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/opening', id: 'to' });
    document.querySelector('main')?.append(link, 'x');
    link.append('افتتاح');
  });
  await page.locator('#to').click();
  await expect(page).toHaveTitle('ساعات العمل · Bakery');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await hydrated(page);
  // From right to left: the name of the site, then the menu.
  const [brand, menu] = await Promise.all(
    [page.getByRole('link', { name: 'Bakery' }), page.getByRole('navigation')].map((each) =>
      each.boundingBox(),
    ),
  );
  expect(brand?.x).toBeGreaterThan(menu?.x ?? NaN);
  await page.getByRole('link', { name: 'About us' }).click();
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(html).not.toHaveAttribute('dir');

  const asked = { accept: 'text/html', cookie: `a=${'b'.repeat(20_000)}` };
  const refused = await request.get(site.address, { headers: asked });
  expect(refused.status()).toBe(431);
  expect(await refused.text()).toContain('<html lang=de>');
  const status = await (await request.get(`${site.address}/_site`)).text();
  expect(status).toContain('<html lang="de"');
  expect(status).toContain('<div lang="en" dir="ltr">');
});

test('its own tests pass: types, boundaries, units, and every page in a browser', async () => {
  const lines = stripVTControlCharacters((await npm('test')).stdout);
  for (const step of ['Types', 'Boundaries', 'Unit tests', 'Browser tests'])
    expect(lines).toMatch(new RegExp(`^✓ ${step}: [1-9]\\d* passed, 0 failed`, 'm'));
});

test('its teams bring remotes without another edit, from elsewhere too, and are taken out', async ({
  page,
}) => {
  const explore = page.locator('#explore');
  await page.goto(site.address);
  await explore.scrollIntoViewIfNeeded();
  await explore.getByRole('button').click();
  await expect(explore.getByRole('button')).toHaveText('Pressed 1 times');

  // As npm would install them there.
  const offers = at('../offers');
  await run('cp', ['-al', at('node_modules'), offers]);
  for (const name of ['shared', 'services']) await unpack(offers, '@bakery', name);
  const env = { ...process.env, ...environment, SITE_DIR: at('.site') };
  await run('npm', ['run', 'release', '--', 'publish'], { cwd: offers, env });
  await expectShown(page, site.address, { name: 'offers' }, 'The offers');

  await rm(at('remote-explore'), { recursive: true });
  const table = await readFile(at('host/src/remotes.tsx'), 'utf8');
  const row = /^ {2}'explore\/[^]*?^ {2}\},\n/m;
  await writeFile(at('host/src/remotes.tsx'), table.replace(row, ''));
  await release('publish', 'host');
  await release('remove', 'explore');
  await expect(async () => {
    await page.goto(site.address);
    await expect(explore).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(page.locator('#offers')).toBeVisible();
});

test('its remote is published, previewed, shown to some, and taken back', async ({ page }) => {
  const news = { name: 'news' };
  const file = 'remote-news/src/NewsSection.tsx';
  await edit(file, '<h2>News</h2>', '<h2>Fresh bread</h2>');
  await release('preview', 'news', '--name', 'fresh');
  await expectShown(page, `${site.address}/preview/fresh/`, news, 'Fresh bread');
  await release('publish', 'news', '--canary', '50');
  await expectShown(page, site.address, news, 'Fresh bread', '00');
  await expectShown(page, site.address, news, 'News', '99');
  await release('promote');
  await expectShown(page, site.address, news, 'Fresh bread');
  await release('rollback', 'news');
  await expectShown(page, site.address, news, 'News');
});

test('a remote that is unavailable leaves the page whole, and is healed', async ({
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
  await expect(news.getByText('The news sind gerade nicht zu laden.')).toBeVisible();
  await expect(news.getByRole('link', { name: 'Who we are' })).toBeVisible();
  await page.unroute(entry);
  await news.getByRole('button', { name: 'Noch einmal' }).click();
  await remoteHydrated(page);
  await news.getByRole('button', { name: 'Show all news' }).click();
  await expect(news.getByRole('listitem')).toHaveCount(3);
});

test('one remote is developed inside the site', async ({ page, allowConsole }) => {
  allowConsole(/./);
  const devPort = String(20_000 + 3 * Math.floor(Math.random() * 3000));
  const own = { ...environment, PORT: String(await freePort()), DEV_PORT: devPort, SITE_URL: '' };
  const words = ['run', 'dev', '--', 'news'];
  await using dev = await startCommand(at(), words, /in development is ready at (\S+)/, own);
  await page.goto(dev.address);
  await edit('remote-news/src/NewsSection.tsx', '<h2>Fresh bread</h2>', '<h2>Edited news</h2>');
  await expect(page.getByRole('heading', { name: 'Edited news' })).toBeVisible();
  await page.goto('about:blank');
});

test('it is served without building, and by nginx', async ({ page, request }) => {
  test.skip(!hasNginx(), 'There is no nginx here.');
  await site.stop();
  {
    await using served = await startCommand(at(), ['run', 'serve'], ready, environment);
    await page.goto(`${served.address}/about`);
    await expect(page).toHaveTitle('About us · Bakery');
  }
  const own = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(own, 0o755);
  const listen = `127.0.0.1:${await freePort()}`;
  const where = ['--listen', listen, '--run-folder', own, '--modules', '/usr/lib/nginx/modules'];
  const { stdout } = await npm('run', '--silent', 'release', '--', 'nginx', ...where);
  const nginx = await startNginx(own, stdout);
  try {
    await page.goto(`http://${listen}/guides/first-steps`);
    await expect(page).toHaveTitle('First steps · Bakery');
    expect((await request.get(`http://${listen}/nope`)).status()).toBe(404);
    await page.goto('about:blank');
  } finally {
    await nginx.stop();
  }
});
