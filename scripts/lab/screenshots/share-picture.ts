import type { Browser } from 'playwright-core';
import { brand } from '@shopwright/shared/brand';

/** The size that previews of links are made for. */
const viewport = { width: 1200, height: 630 };

/** The poster's own rules; tokens, font and drawing come from the page that it replaces. */
const posterStyle = `
  html { color-scheme: light; }
  body { position: relative; overflow: hidden; height: 630px; background: var(--surface); }
  .cloth { position: absolute; inset: 0 0 auto; width: 1200px; height: 96px; overflow: visible; }
  .ground { position: absolute; inset: 566px 0 0; background: var(--surface-sunken); }
  .disc { position: absolute; left: 690px; top: 142px; width: 420px; height: 420px;
    border-radius: 50%; background: var(--disc); }
  .stand { position: absolute; left: 614px; top: 118px; width: 536px; }
  .text { position: absolute; left: 72px; top: 196px; width: 560px;
    font-family: var(--font-heading); }
  .name { display: flex; align-items: center; gap: 14px; font-size: 36px; font-weight: 700;
    letter-spacing: -0.02em; }
  .name svg { width: 48px; height: 48px; }
  .promise { margin-top: 28px; font-size: 96px; font-weight: 800; line-height: 0.98;
    letter-spacing: -0.035em; }
`;

/** Awning along the upper edge, beginning and ending in the darker stripe. */
function cloth(): string {
  const stripe = (index: number, colour: string) =>
    `<path fill="var(--${colour})" d="M${index * 80} 0h80v56a40 40 0 0 1-80 0Z"/>`;
  const stripes = Array.from({ length: 15 }, (_, index) =>
    stripe(index, index % 2 === 0 ? 'tomato' : 'paper'),
  );
  return `<svg class="cloth" viewBox="0 0 1200 96">${stripes.join('')}</svg>`;
}

/**
 * Draws the picture of link previews.
 * @param siteUrl a running site, whose styles, brand mark and stall the picture is made of
 * @returns a PNG of 1200 by 630 pixels
 */
export async function drawSharePicture(browser: Browser, siteUrl: string): Promise<Buffer> {
  await using context = await browser.newContext({
    viewport,
    bypassCSP: true,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // The page as it was composed; nothing may change it back.
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(siteUrl);
  const outer = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.outerHTML);
  const stall = await outer('main div:has(> svg[viewBox="0 0 480 402"])');
  const mark = await outer('header svg');
  const styles = await page
    .locator('style')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).join(''));
  await page.setContent(`<base href="${siteUrl}/">${styles}<style>${posterStyle}</style>
    <div class="ground"></div><div class="disc"></div><div class="stand">${stall}</div>
    <div class="text"><p class="name">${mark}${brand.name}</p>
    <p class="promise">${brand.promise}</p></div>${cloth()}`);
  await page.evaluate('document.fonts.load("800 96px Bricolage").then(() => document.fonts.ready)');
  return await page.screenshot();
}
