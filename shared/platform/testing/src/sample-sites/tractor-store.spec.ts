import type { Page } from '@playwright/test';
import { terminal } from '@composed/command/terminal';
import { freePort } from '@composed/http/operations/free-port';
import { startCommand } from '../server/start-process';
import { expect, test } from '../browser/fixtures';
import { hydrated } from '../browser/hydration';
import { orderAtOnce, startTractorStore, writeSupport } from './tractor-store';

// The public sample by which ways of making micro-frontends are compared, on the packed packages of the platform: pages,
// titles and parts of three teams, one of them in Vue and one built by Vite as ES modules.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

let shop: Awaited<ReturnType<typeof startTractorStore>>;
let url: string;

test.beforeAll(async () => {
  shop = await startTractorStore();
  ({ url } = shop);
});

test.afterAll(() => shop.stop());

const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' });
const cart = (page: Page, count: number) => page.getByRole('link', { name: `Cart (${count})` });
const main = (page: Page) => page.getByRole('main');

test('a visitor finds a machine, chooses a colour, and orders it', async ({ page }) => {
  await page.goto(url);
  await expect(page).toHaveTitle('Tractor Store');
  await hydrated(page, 'explore/Recommendations');
  await main(page).getByRole('link', { name: 'Classics' }).click();
  await expect(page).toHaveTitle('Classics · Tractor Store');
  await main(page).getByRole('link', { name: 'Hill Climber' }).click();
  await expect(page).toHaveTitle('Hill Climber in yellow · Tractor Store');
  await add(page).click();
  await expect(cart(page, 1)).toBeVisible();
  await page.getByRole('link', { name: 'black' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hill Climber in black');
  await add(page).click();
  await cart(page, 2).click();
  await expect(page).toHaveTitle('Cart · Tractor Store');
  await main(page).getByRole('button', { name: 'Remove Hill Climber in black' }).click();
  await expect(cart(page, 1)).toBeVisible();
  await expect(main(page).getByRole('listitem')).toHaveText(
    /1 × Hill Climber in yellow: \$5200\.00/,
  );
  await page.getByRole('link', { name: 'To the checkout' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(page).toHaveTitle('We thank you · Tractor Store');
  await expect(cart(page, 0)).toBeVisible();
  await page.getByRole('link', { name: 'Stores' }).click();
  await expect(main(page).getByRole('listitem')).toHaveCount(3);
});

test('the fastest choices and presses are ordered, and the part shows them', async ({ page }) => {
  await page.goto(`${url}/product/CL-11`);
  await page.evaluate(orderAtOnce);
  await expect(cart(page, 2)).toBeVisible();
  await expect(main(page)).toContainText('Added 2 × Hill Climber in yellow, electric');
  await cart(page, 2).click();
  await expect(main(page).getByRole('listitem')).toHaveText(/2 × Hill Climber in yellow, electric/);
});

test('a link that changes the query alone changes the page', async ({ page }) => {
  await page.goto(`${url}/products/classic?until=5000`);
  const machines = main(page).getByRole('listitem');
  await expect(machines).toHaveText([/Meadow Runner/, /Barn Friend/, /Orchard Mini/]);
  await main(page).getByRole('link', { name: 'Any price' }).click();
  await expect(machines).toHaveCount(4);
  await page.goBack();
  await expect(machines).toHaveCount(3);
});

test('pages are complete without scripts, and a part pins its release', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/product/AU-01`);
  await expect(add(page)).toBeVisible();
  await expect(cart(page, 0)).toBeVisible();
  const links = page.getByRole('region', { name: 'Recommendations' }).getByRole('link');
  await expect(links).toHaveText(['Night Harvester', 'Row Scout', 'Swarm Leader']);
  const pins: unknown = JSON.parse((await page.locator('#pins').textContent()) ?? '');
  expect(pins).toMatchObject({
    parts: { 'decide/ProductPage': ['checkout/AddToCart', 'explore/Recommendations'] },
    remotes: { checkout: { integrity: expect.stringMatching(/^sha256-/) as unknown } },
  });
  await context.close();
});

const pages = { explore: '/', decide: '/product/AU-01', checkout: '/checkout/cart' };

for (const [team, address] of Object.entries(pages)) {
  test(`where ${team} is dead, what the others make of its page lives, and it recovers`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    const entry = new RegExp(`/assets/${team}/(?:entry|ProductPage)`);
    await page.route(entry, (route) => route.fulfill({ status: 404 }));
    await page.goto(url + address);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const again = main(page).getByRole('button', { name: 'Try again' });
    await expect(again.first()).toBeVisible();
    if (team === 'decide') {
      await hydrated(page, 'checkout/AddToCart');
      await add(page).click();
      await expect(cart(page, 1)).toBeVisible();
    }
    const kept = team === 'decide' ? await add(page).elementHandle() : null;
    await page.unroute(entry);
    await again.first().click();
    await hydrated(page, team === 'decide' ? 'decide/ProductPage' : team);
    if (kept) expect(await kept.evaluate((node) => node.isConnected)).toBe(true);
  });
}

test('a part outlives the module around it, which throws and comes back', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: .*Nobody decides/);
  await page.goto(`${url}/product/AU-02`);
  await hydrated(page, 'decide/ProductPage');
  await hydrated(page, 'checkout/AddToCart');
  const button = await add(page).elementHandle();
  await page.evaluate(() => Reflect.set(window, 'fault', 'decide'));
  await page.getByRole('button', { name: 'Like' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await add(page).click();
  await expect(cart(page, 1)).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'fault', ''));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Like' }).click();
  await expect(page.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
  expect(await button.evaluate((node) => node.isConnected)).toBe(true);
  await add(page).click();
  await expect(cart(page, 2)).toBeVisible();
});

test('one more product in the data adds a page without a build', async ({ page }) => {
  expect((await page.request.get(`${url}/product/ZZ-01`)).status()).toBe(404);
  const product = { sku: 'ZZ-01', name: 'Dew Picker', color: 'white', category: 'classic' };
  const more = { ...product, price: 10, variants: [{ sku: 'ZZ-01', color: 'white' }] };
  await shop.edit('data/products.json', '[', `[${JSON.stringify(more)},`);
  expect((await shop.release('compose')).stdout).not.toContain('Build');
  await expect(async () => {
    await page.goto(`${url}/product/ZZ-01`);
    await expect(page).toHaveTitle('Dew Picker in white · Tractor Store', { timeout: 2000 });
  }).toPass();
  expect(await page.locator('script[type*=ld]').textContent()).toContain('"sku":"ZZ-01"');
});

test('a team publishes a page and a part alone, and rolls them back @soak', async ({ page }) => {
  await shop.edit(
    'remote-explore/package.json',
    '"path": "/stores",',
    '"path": "/stores/map", "module": "./StoresPage", "title": "Map · Tractor Store", "description": "A map.", "data": "stores" }, { "path": "/stores",',
  );
  const product = 'remote-decide/src/ProductPage.tsx';
  const part = '      <Part id="explore/Recommendations" category={category} without={name} />\n';
  await shop.edit(product, part, '');
  await shop.edit(product, '      <ul', `${part}      <ul`);
  await shop.edit(product, '${name} in ${color} ·', '${name} (${color}) ·');
  await shop.release('publish', 'explore');
  await shop.release('publish', 'decide', '--canary', '50');
  await page.goto(`${url}/stores/map`);
  await expect(page).toHaveTitle('Map · Tractor Store');
  await shop.release('promote');
  const isFirst = async () => {
    const text = await main(page).innerText();
    return text.indexOf('You may like') < text.indexOf('Add to cart');
  };
  await expect(async () => {
    await page.goto(`${url}/product/CL-01`);
    await expect(page).toHaveTitle('Meadow Runner (green) · Tractor Store', { timeout: 2000 });
  }).toPass();
  expect(await isFirst()).toBe(true);
  await shop.release('rollback', 'decide');
  await shop.release('rollback', 'explore');
  await expect(async () => {
    await page.goto(`${url}/product/CL-01`);
    await expect(page).toHaveTitle('Meadow Runner in green · Tractor Store', { timeout: 2000 });
  }).toPass();
  expect((await page.request.get(`${url}/stores/map`)).status()).toBe(404);
});

test('dev servers show pages of data, pages of remotes, and their parts @soak', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const devPort = String(20_000 + 3 * Math.floor(Math.random() * 3000));
  const own = {
    ...shop.environment,
    PORT: String(await freePort()),
    DEV_PORT: devPort,
    SITE_URL: '',
  };
  await using dev = await startCommand(shop.at(), ['run', 'dev'], /site is ready at (\S+)/, own);
  await page.goto(`${dev.address}/product/AU-01`);
  await expect(page).toHaveTitle('Silent Furrow (silver) · Tractor Store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Silent Furrow in silver');
  await main(page).getByRole('link', { name: 'Row Scout' }).click();
  await expect(page).toHaveTitle(/^Row Scout \(/);
  await page.getByRole('banner').getByRole('link', { name: 'Stores' }).click();
  await expect(page).toHaveTitle('Stores · Tractor Store');
  await expect(main(page).getByRole('listitem')).toHaveCount(3);
  await page.goto('about:blank');
});

test('a team publishes a part for pages of other teams, and a new team fills a slot alone @soak', async ({
  page,
}) => {
  await shop.edit(shop.ofCheckout('src/AddToCart.vue'), 'Add to cart', 'Put into the cart');
  await writeSupport(shop.at());
  await shop.release('publish', 'support');
  await shop.releaseCheckout('publish', 'checkout');
  await expect(async () => {
    await page.goto(`${url}/product/CL-21`);
    await expect(page.getByRole('button', { name: 'Put into the cart' })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  await expect(page.getByRole('banner').getByRole('link')).toHaveText([
    'Tractor Store',
    'Machines',
    'Stores',
    'Cart (0)',
    'Call us about All machines',
  ]);
  await hydrated(page, 'support/Help');
  // Nobody else takes the same data then, and the page keeps them.
  const { stdout } = await shop.release('remove', 'explore', '--shown');
  expect(stdout).toMatch(/Smoke-test the changed pages · \d+ pages? with/);
  await expect(async () => {
    await page.goto(`${url}/checkout/cart`);
    const links = ['Tractor Store', 'Cart (0)', 'Call us about All machines'];
    await expect(page.getByRole('banner').getByRole('link')).toHaveText(links);
  }).toPass();
  await hydrated(page, 'support/Help');
});

/** Follows each link of some pages, and comes back: a page is what the server has at its address. */
async function followLinks(page: Page, addresses: readonly string[]): Promise<void> {
  const titleAt = async (address: string) => {
    const html = await (await page.request.get(url + address)).text();
    return /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
  };
  const known = new Set<string>();
  for (const address of addresses) {
    await page.goto(url + address);
    await hydrated(page);
    const title = await page.title();
    const links = page.locator('a[href^="/"]:visible');
    const all = await links.evaluateAll((found) => found.map((each) => each.getAttribute('href')));
    for (const to of new Set(all)) {
      if (to === null || to === address || known.has(to)) continue;
      known.add(to);
      await page.locator(`a[href="${to}"]:visible`).first().click();
      await expect(page).toHaveTitle(await titleAt(to));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveTitle(title);
    }
  }
}

test('after the removal of any team, all other pages and links work @soak', async ({
  page,
  allowConsole,
}) => {
  // The page for every other address.
  allowConsole(/status of 404/);
  const product = '/product/CL-21';
  const basket = '/checkout/cart';
  await followLinks(page, [product, basket]);
  await shop.release('publish', 'explore');
  await shop.release('remove', 'decide', '--shown');
  await followLinks(page, ['/', '/products/all', basket]);
  await shop.release('publish', 'decide');
  await shop.release('remove', 'checkout', '--shown');
  await followLinks(page, ['/', '/products/all', product]);
  await shop.releaseCheckout('publish', 'checkout');
});

test('composing 10,000 products needs the memory of 1,000 and ten times the time @soak', async ({
  page,
}) => {
  test.setTimeout(3_600_000);
  await shop.release('publish', 'explore');
  const few = await shop.composeMany(1000);
  const many = await shop.composeMany(10_000);
  for (const metric of ['memory', 'composing', 'all'] as const) {
    const ratio = many[metric] / few[metric];
    const unit = metric === 'memory' ? 'MB' : 's';
    terminal.write(`${metric}: ${many[metric].toFixed()} ${unit}, × ${ratio.toFixed(2)}\n`);
  }
  expect(many.memory).toBeLessThan(400);
  expect(many.composing / few.composing).toBeLessThan(12);
  await page.goto(`${url}/product/MANY-9999`);
  await expect(page).toHaveTitle('Meadow Runner 9999 in green · Tractor Store');
});
