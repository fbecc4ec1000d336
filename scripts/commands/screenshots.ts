import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { UsageError } from '@composed/command/errors';
import { terminal } from '@composed/command/terminal';
import { parsePath } from '@composed/command/option-parsers';
import { openBrowser } from '../tests/helpers/open-browser';
import { startSite } from '../tests/helpers/run-site';
import { installTestSoftware } from '@composed/command/installed-software.mjs';
import { runProgram } from '@composed/command/run-program';
import { reach, type State, states, wideFrom } from '../tests/helpers/states';
import { visitorAddress } from '@composed/testing/server/visitor-address';

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/**
 * Takes the screenshots of one state in one size: `<state>-<width>-<scheme>.png`.
 * @param folder an existing folder
 */
async function takeState(
  browser: Browser,
  { baseURL, viewport }: { readonly baseURL: string; readonly viewport: (typeof sizes)[number] },
  folder: string,
  state: State,
): Promise<void> {
  await using page = await browser.newPage({
    baseURL,
    viewport,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': visitorAddress() },
  });
  await reach(page, state);
  // Scrolls to the top, so that sticky elements are in their first position.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Loads the lazy images below the fold, which a screenshot of the whole page shows.
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode().catch(() => undefined);
      }
    });
    const file = path.join(folder, `${state.name}-${viewport.width}-${colorScheme}.png`);
    await page.screenshot({ path: file, fullPage: true });
  }
}

runProgram(
  'npm run screenshots --',
  'every page in every state, at every size, light and dark',
  (program) =>
    program
      .option('--to <folder>', 'for the pictures', parsePath, '.reports/screenshots')
      .option('--only <text>', 'states whose name holds it', '')
      .action(async (options) => {
        const folder = path.resolve(options.to);
        await mkdir(folder, { recursive: true });
        const chosen = states.filter(({ name }) => name.includes(options.only));
        if (chosen.length === 0) throw new UsageError(`No state's name holds "${options.only}".`);

        await installTestSoftware('Chromium');
        await using site = await startSite();
        await using browser = await openBrowser();
        for (const [index, state] of chosen.entries()) {
          const shownSizes = sizes.filter(({ width }) => !state.narrowOnly || width < wideFrom);
          const take = (viewport: (typeof sizes)[number]) =>
            takeState(browser, { baseURL: site.url, viewport }, folder, state);
          await Promise.all(shownSizes.map(take));
          terminal.write(`${index + 1}/${chosen.length} ${state.name}\n`);
        }
        terminal.write(`The screenshots are in ${folder}\n`);
      }),
);
