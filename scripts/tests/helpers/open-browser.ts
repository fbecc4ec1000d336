import { chromium, type Browser } from 'playwright-core';
import { chosenBrowser } from '@composed/command/installed-software.mjs';

/**
 * Opens the browser of the browser tests, for scripts that draw with it.
 * @throws Error when there is none; `scripts/setup.mjs` provides one for the commands that need it
 */
export function openBrowser(): Promise<Browser> {
  const executablePath = chosenBrowser();
  return chromium.launch({
    args: ['--disable-gpu'],
    // Playwright's own handlers would end the browser, and not the command.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(executablePath && { executablePath }),
  });
}
