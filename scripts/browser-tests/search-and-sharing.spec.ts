import { get } from 'node:http';
import * as v from 'valibot';
import { localSiteUrl } from '../release/settings';
import { expect, test } from '../testing/fixtures';
import { landing, notFound, privacyPolicy, signUp, terms } from '../testing/routes';

/** Pages name the site by its public address, which this machine's server does not have. */
const pathOf = (address: string) => new URL(address).pathname;

/** Bytes of a page as a browser receives it, without headers: the HTML with all of its CSS. */
function brotliBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      if (response.headers['content-encoding'] !== 'br') {
        reject(new Error(`${address} did not come as brotli.`));
      }
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

const offer = v.object({
  '@type': v.literal('Offer'),
  name: v.string(),
  price: v.string(),
  priceCurrency: v.literal('USD'),
  priceSpecification: v.optional(
    v.object({ price: v.string(), billingDuration: v.picklist(['P1M', 'P1Y']) }),
  ),
});
const application = v.object({
  '@context': v.literal('https://schema.org'),
  '@type': v.literal('SoftwareApplication'),
  name: v.literal('Shopwright'),
  url: v.string(),
  offers: v.array(offer),
});

const picture = v.object({ width: v.literal(1200), height: v.literal(630) });

test('the landing page and all of its styles take 14,600 bytes or less', async ({ site }) => {
  expect(await brotliBytes(`${site.url}/`)).toBeLessThanOrEqual(14_600);
});

test('the linked data offers exactly the prices that are shown', async ({ page }) => {
  await page.goto('/');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  const { offers, url } = v.parse(application, JSON.parse(data ?? ''));
  expect(url).toBe(await page.locator('link[rel="canonical"]').getAttribute('href'));
  const pricing = page.locator('#pricing');
  const offered = (duration?: string) =>
    offers
      .filter(({ priceSpecification }) => priceSpecification?.billingDuration === duration)
      .map(({ name, price, priceSpecification }) => {
        expect(priceSpecification?.price ?? price).toBe(price);
        return [name, `$${price}`];
      });
  const free = pricing.getByRole('heading', { name: 'try it for FREE' }).locator('..');
  await expect(free).toContainText('$0.00');
  expect(offered()).toEqual([['Free', '$0.00']]);

  const cards = pricing.getByRole('list', { name: 'Plans' }).locator('> li');
  const shown = async () => {
    const plans = [];
    for (const card of await cards.all()) {
      const [name] = await card.getByRole('heading').allInnerTexts();
      const [price] = await card.locator('p:visible b').allInnerTexts();
      plans.push([name, price]);
    }
    return plans;
  };
  await expect.poll(shown).toEqual(offered('P1M'));
  await page.getByRole('switch').press('Space');
  await expect(page.getByRole('switch')).toBeChecked();
  await expect.poll(shown).toEqual(offered('P1Y'));
});

for (const { path } of [landing, signUp]) {
  test(`${path} has its canonical address and a picture for previews`, async ({
    page,
    request,
  }) => {
    await page.goto(`${path}?from=somewhere`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      localSiteUrl + path,
    );
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    const property = (name: string) =>
      page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect(await property('title')).toBe(await page.title());
    const image = await request.get(pathOf((await property('image')) ?? ''));
    expect(image.headers()['content-type']).toBe('image/png');
    const bytes = await image.body();
    expect(bytes.length).toBeLessThan(60 * 1024);
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    expect(v.is(picture, size)).toBe(true);
  });
}

test('pages that are no use to search engines ask them to stay away', async ({ request }) => {
  for (const { path } of [terms, privacyPolicy, notFound]) {
    const html = await (await request.get(path)).text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
  }
});

test('every icon that a page or the manifest names is there', async ({ page, request }) => {
  // They come after the first paint, and do not wait for an interaction.
  await page.goto(terms.path);
  const links = page.locator(
    'link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]',
  );
  await expect(links).toHaveCount(3);
  const named = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  const manifest = v.parse(
    v.object({ icons: v.array(v.object({ src: v.string(), type: v.string() })) }),
    await (await request.get('/site.webmanifest')).json(),
  );
  for (const address of [...named, ...manifest.icons.map(({ src }) => src)]) {
    expect((await request.get(address)).status(), address).toBe(200);
  }
  for (const { src, type } of manifest.icons) {
    expect((await request.get(src)).headers()['content-type']).toBe(type);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page has the icon that every browser can read', async ({ page }) => {
    await page.goto('/');
    const icon = page.locator('link[rel="icon"]').first();
    await expect(icon).toHaveAttribute('href', '/favicon.ico');
  });
});

test('the browser’s own bars have the page’s colour, light and dark', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const [ground, bars] = await page.evaluate((scheme) => {
      const context = document.createElement('canvas').getContext('2d', {
        willReadFrequently: true,
      });
      if (!context) throw new Error('No canvas.');
      const bytesOf = (colour: string) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      };
      const element = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`);
      return [
        bytesOf(getComputedStyle(document.body).backgroundColor),
        bytesOf(element?.getAttribute('content') ?? ''),
      ];
    }, colorScheme);
    expect(bars).toEqual(ground);
  }
});

test('robots and the sitemap are served, and the sitemap’s pages exist', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^Disallow: \/redirect\/$/m);
  expect(robots).toContain(`Sitemap: ${localSiteUrl}/sitemap.xml`);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual([`${localSiteUrl}/`, `${localSiteUrl}/signup`]);
  for (const address of addresses)
    expect((await request.get(pathOf(String(address)))).status()).toBe(200);
});
