import { chromium, type Browser } from 'playwright-core';
import { installedBrowser } from '../setup/browser.mjs';
import { browserArguments } from './browser-arguments';

/**
 * Opens the browser of the browser tests, for scripts that draw with it.
 * @throws Error when there is none; `scripts/setup.mjs` provides one for the commands that need it
 */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? installedBrowser();
  return chromium.launch({
    args: [...browserArguments],
    ...(executablePath && { executablePath }),
  });
}
