import type { Browser } from 'playwright-core';
import { toIco } from './ico';

interface IconLook {
  /** Pixels. */
  readonly size: number;
  /** Share of the width that the drawing takes. */
  readonly fill: number;
  readonly background: string;
}

async function draw(browser: Browser, svg: string, look: IconLook): Promise<Buffer> {
  const { size, fill, background } = look;
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawing = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await page.setContent(
    `<body style="margin:0;height:${size}px;display:grid;place-items:center;background:${background}">
    <img alt="" src="${drawing}" width="${size * fill}" height="${size * fill}">`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** The lighter stripe of the awning (`--butter`), where a system wants a ground. */
const butter = '#f8d16f';

/**
 * Every icon that is no SVG, drawn from the one that is.
 * @param svg text of favicon.svg
 * @returns file name → content
 */
export async function drawIcons(browser: Browser, svg: string): Promise<Map<string, Buffer>> {
  const bare = (size: number) => draw(browser, svg, { size, fill: 1, background: 'transparent' });
  // Systems crop these: what matters must be within the middle four fifths.
  const framed = (size: number) => draw(browser, svg, { size, fill: 0.66, background: butter });
  const small = [];
  for (const size of [16, 32, 48]) small.push({ size, png: await bare(size) });
  return new Map([
    ['favicon.ico', toIco(small)],
    ['apple-touch-icon.png', await framed(180)],
    ['icon-192.png', await bare(192)],
    ['icon-512.png', await bare(512)],
    ['icon-maskable-512.png', await framed(512)],
  ]);
}
