import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { chosenBrowser } from '@composed/command/installed-software.mjs';

const root = join(import.meta.dirname, '../../..');
const reports = join(root, '.reports');
const browser = chosenBrowser();

// Includes the parent folder, since the repository itself may be in a folder called engines.
const engines = /browser[\\/]engines[\\/].*\.spec\.ts$/;
/** Files whose tests run one after another, for minutes. */
const long =
  /[\\/](?:development|framework-modules|libraries|rspack-remote|separate-repository|vite-remote)\.spec\.ts$/;
/** Files that only `npm run soak` runs: journeys through further repositories, bundlers and engines. */
const soakFiles = [
  /[\\/](?:generated-site|rspack-remote|separate-repository|third-party-origins|vite-remote)\.spec\.ts$/,
  /engines[\\/](?:es-modules|tractor-store)\.spec\.ts$/,
];
const isSoak = Boolean(process.env['SOAK']);
const leftOutFiles = isSoak ? [] : soakFiles;

/** The configuration of the browser tests. Each worker starts a production site. */
export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: join(import.meta.dirname, 'build-once.ts'),
  projects: [
    // The tests drive these engines over their own protocols. They come first, since they often wait, and other steps
    // can use the processors.
    { name: 'firefox', testMatch: engines, testIgnore: leftOutFiles },
    { name: 'webkit', testMatch: engines, testIgnore: leftOutFiles },
    // The platform’s own, on other sites.
    {
      name: 'platform',
      testDir: join(root, 'shared/platform/testing/src'),
      testMatch: '**/*.spec.ts',
      testIgnore: leftOutFiles,
    },
    // Starts long files early: at the end of the run, one would keep one worker busy while the other is idle.
    { name: 'long', testMatch: long, testIgnore: [engines, ...leftOutFiles] },
    { name: 'chromium', testMatch: '**/*.spec.ts', testIgnore: [engines, long, ...leftOutFiles] },
  ],
  outputDir: join(reports, 'browser-tests'),
  workers: 2,
  fullyParallel: true,
  // Leaves out single tests that only `npm run soak` runs.
  ...(isSoak ? {} : { grepInvert: /@soak/ }),
  forbidOnly: Boolean(process.env['CI']),
  // A flaky test counts as failed.
  retries: 0,
  // These limits only end tests that hang, however busy the machine is.
  timeout: 600_000,
  expect: { timeout: 90_000, toPass: { timeout: 90_000 } },
  reporter: [['dot'], ['json', { outputFile: join(reports, 'browser-tests.json') }]],
  use: {
    browserName: 'chromium',
    // Otherwise a locator that finds nothing waits until the test's own limit.
    actionTimeout: 90_000,
    launchOptions: { args: ['--disable-gpu'], ...(browser && { executablePath: browser }) },
    // Without animations: they take a quarter of the time of tests, and change colours while axe measures contrast.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // With 'only-on-failure', Playwright would still take a screenshot of every page.
    screenshot: 'off',
  },
});
