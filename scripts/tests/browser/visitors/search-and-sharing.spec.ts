import * as v from 'valibot';
import { expect, test } from '../../helpers/fixtures';
import { sendRequest } from '@composed/testing/server/send-request';

/** Pages name the site by its public address, which this machine's server does not have. */
const pathOf = (address: string) => new URL(address).pathname;

test('the landing page and all of its styles take 14,600 bytes or less', async ({ site }) => {
  const { bytes, headers } = await sendRequest(site.url, {
    path: '/',
    headers: { 'accept-encoding': 'br' },
  });
  expect(headers['content-encoding']).toBe('br');
  expect(bytes.length).toBeLessThanOrEqual(14_600);
});

test('every page of the sitemap has its canonical address and a picture for previews', async ({
  page,
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) {
    await page.goto(`${pathOf(address)}?from=somewhere`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    const property = (name: string) =>
      page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect(await property('title')).toBe(await page.title());
    const image = await request.get(pathOf((await property('image')) ?? ''));
    expect(image.headers()['content-type']).toBe('image/png');
    const bytes = await image.body();
    expect(bytes.length).toBeLessThan(60 * 1024);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test('every icon that a page or the manifest names is there', async ({ page, request }) => {
  // They come after the first paint, and do not wait for an interaction.
  await page.goto('/terms');
  const links = page.locator(
    'link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]',
  );
  await expect(links).toHaveCount(3);
  const linkNames = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  const manifest = v.parse(
    v.object({ icons: v.array(v.object({ src: v.string(), type: v.string() })) }),
    await (await request.get('/site.webmanifest')).json(),
  );
  for (const address of [...linkNames, ...manifest.icons.map(({ src }) => src)]) {
    expect((await request.get(address)).status(), address).toBe(200);
  }
  for (const { src, type } of manifest.icons) {
    expect((await request.get(src)).headers()['content-type']).toBe(type);
  }
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
