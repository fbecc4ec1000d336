import type { Browser, BrowserContextOptions } from 'playwright-core';

async function firstView(browser: Browser, siteUrl: string, look: BrowserContextOptions) {
  await using page = await browser.newPage({ ...look, reducedMotion: 'reduce' });
  await page.goto(siteUrl);
  const png = await page.screenshot();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * Takes the README's picture: the landing page on a desktop by day and on a phone by night.
 * @param file where the PNG is written
 */
export async function takeReadmePicture(
  browser: Browser,
  siteUrl: string,
  file: string,
): Promise<void> {
  const desktop = { viewport: { width: 1280, height: 860 }, colorScheme: 'light' } as const;
  const phone = { viewport: { width: 390, height: 780 }, colorScheme: 'dark' } as const;
  const day = await firstView(browser, siteUrl, desktop);
  const night = await firstView(browser, siteUrl, phone);
  await using page = await browser.newPage({ viewport: { width: 1460, height: 860 } });
  await page.setContent(`<style>
    body { margin: 0; height: 860px; position: relative; background: #f2e6cf; }
    img { position: absolute; display: block; }
    .desktop { left: 40px; top: 40px; width: 1080px; border-radius: 12px;
      box-shadow: 0 0 0 1px rgb(32 42 74 / 0.12), 0 24px 48px -24px rgb(32 42 74 / 0.4); }
    .phone { right: 40px; bottom: 40px; width: 330px; border-radius: 28px;
      box-shadow: 0 0 0 8px #202a44, 0 24px 48px -12px rgb(32 42 74 / 0.6); }
  </style><img class="desktop" alt="" src="${day}"><img class="phone" alt="" src="${night}">`);
  await page.evaluate('Promise.all(Array.from(document.images, (image) => image.decode()))');
  await page.screenshot({ path: file });
}
