import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { installedBrowser } from '../setup/browser.mjs';
import { browserArguments } from '../testing/browser-arguments';

const reports = join(import.meta.dirname, '../../.reports');
// Set by scripts/setup.mjs; looked for again when Playwright is started by hand.
const browser = process.env['CHROMIUM_PATH'] ?? installedBrowser();

/** The browser tests: Chromium against the production site that each worker starts for itself. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(reports, 'browser-tests'),
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A flaky test is a failed one.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['dot'], ['json', { outputFile: join(reports, 'browser-tests.json') }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: [...browserArguments], ...(browser && { executablePath: browser }) },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
