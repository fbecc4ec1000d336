import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { brand } from '@shopwright/shared/brand';
import { terminal } from '@composed/command/output';
import { openBrowser } from '../tests/helpers/open-browser';
import { startSite } from '../tests/helpers/site';
import { provideForTests } from '@composed/command/browser.mjs';
import { runProgram } from '@composed/command/terminal';

/*
 * `npm run pictures`: draws the picture of link previews from the site itself. It is committed, since a build must
 * not need a browser; run it when the stall, the promise or the mark has changed.
 */
const file = 'host/public/share.png';

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
 * @param siteUrl a running site, whose styles, brand mark and stall the picture is made of
 * @returns a PNG of 1200 by 630 pixels, the size that previews are made for
 */
async function drawPicture(browser: Browser, siteUrl: string): Promise<Buffer> {
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

runProgram('npm run pictures --', 'draw the picture of link previews from the site', (program) =>
  program.action(async () => {
    await provideForTests('Chromium');
    await using site = await startSite();
    await using browser = await openBrowser();
    const picture = await drawPicture(browser, site.url);
    await writeFile(path.join(import.meta.dirname, '../..', file), picture);
    terminal.write(`${file} is drawn.\n`);
  }),
);
