import type { Browser, BrowserContextOptions } from 'playwright-core';
import { brand } from '@shopwright/shared/brand';

/** The poster's own rules; tokens, font and drawings come from the page that it replaces. */
const posterStyle = `
  html { color-scheme: light; }
  body { position: relative; overflow: hidden; height: 630px; background:
    linear-gradient(transparent 566px, var(--surface-sunken) 0),
    radial-gradient(circle at 900px 352px, var(--disc) 210px, var(--surface) 211px); }
  .cloth { position: absolute; inset: 0 0 auto; height: 96px; background: 0 0 / 160px;
    background-image: radial-gradient(circle at 40px 56px, var(--tomato) 39px, transparent 40px),
      radial-gradient(circle at 120px 56px, var(--paper) 39px, transparent 40px); }
  .cloth::before { content: ''; display: block; height: 56px; background:
    repeating-linear-gradient(90deg, var(--tomato) 0 80px, var(--paper) 0 160px); }
  .stand { position: absolute; left: 614px; top: 118px; width: 536px; }
  .text { position: absolute; left: 72px; top: 196px; width: 560px;
    font-family: var(--font-heading); }
  .name { display: flex; align-items: center; gap: 14px; font-size: 36px; font-weight: 700;
    letter-spacing: -0.02em; }
  .name svg { width: 48px; height: 48px; }
  .promise { margin-top: 28px; font-size: 96px; font-weight: 800; line-height: 0.98;
    letter-spacing: -0.035em; }
`;

/**
 * Draws the picture of link previews.
 * @param siteUrl a running site, whose styles, brand mark and stall the picture is made of
 * @returns a PNG of 1200 by 630 pixels, the size that previews are made for
 */
export async function drawSharePicture(browser: Browser, siteUrl: string): Promise<Buffer> {
  await using page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    bypassCSP: true,
    reducedMotion: 'reduce',
    // The page as it was composed; nothing may change it back.
    javaScriptEnabled: false,
  });
  await page.goto(siteUrl);
  const outer = async (selector: string) => {
    const found = page.locator(selector);
    return (await found.evaluateAll((all) => all.map((one) => one.outerHTML))).join('');
  };
  const stall = await outer('main div:has(> svg[viewBox="0 0 480 402"])');
  const mark = await outer('header svg >> nth=0');
  await page.setContent(`<base href="${siteUrl}/">${await outer('style')}
    <style>${posterStyle}</style><div class="cloth"></div><div class="stand">${stall}</div>
    <div class="text"><p class="name">${mark}${brand.name}</p>
    <p class="promise">${brand.promise}</p></div>`);
  await page.evaluate('document.fonts.load("800 96px Bricolage").then(() => document.fonts.ready)');
  return await page.screenshot();
}

async function firstView(browser: Browser, siteUrl: string, look: BrowserContextOptions) {
  await using page = await browser.newPage({ ...look, reducedMotion: 'reduce' });
  await page.goto(siteUrl);
  const png = await page.screenshot();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Draws the README's picture: the landing page on a desktop by day and on a phone by night. */
export async function drawReadmePicture(browser: Browser, siteUrl: string): Promise<Buffer> {
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
  return await page.screenshot();
}
