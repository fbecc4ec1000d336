import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { chosenBrowser } from '@composed/command/browser.mjs';

const reports = join(import.meta.dirname, '../../../.reports');
// Looked for again when Playwright is started by hand.
const browser = chosenBrowser();

// The parent's name is part of it: the repository itself may be in a folder called engines.
const engines = /browser[\\/]engines[\\/].*\.spec\.ts$/;
/** Files whose tests follow one another, for minutes. */
const long =
  /browser[\\/](?:development|libraries|other-bundlers|own-\w+|tractor-store)\.spec\.ts$/;
/** Journeys through repositories, bundlers and engines beside those of all other files. `npm run soak` takes them. */
const soakFiles = [
  /browser[\\/](?:other-bundlers|outside|own-(?:repository|site|vite))\.spec\.ts$/,
  /engines[\\/](?:es-modules|tractor-store)\.spec\.ts$/,
];
const isSoak = Boolean(process.env['SOAK']);
const leftOutFiles = isSoak ? [] : soakFiles;

/** The browser tests, against the production site that each worker starts for itself. */
export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: join(import.meta.dirname, 'build-once.ts'),
  projects: [
    // Driven over their own protocols, not by Playwright. First: they wait much, while checks can use the processors.
    { name: 'firefox', testMatch: engines, testIgnore: leftOutFiles },
    { name: 'webkit', testMatch: engines, testIgnore: leftOutFiles },
    // One that began late would keep one worker busy, and the other one idle.
    { name: 'long', testMatch: long, testIgnore: leftOutFiles },
    { name: 'chromium', testMatch: '**/*.spec.ts', testIgnore: [engines, long, ...leftOutFiles] },
  ],
  outputDir: join(reports, 'browser-tests'),
  workers: 2,
  fullyParallel: true,
  // Single tests of the same kind stand in other files.
  ...(isSoak ? {} : { grepInvert: /@soak/ }),
  forbidOnly: Boolean(process.env['CI']),
  // A flaky test is a failed one.
  retries: 0,
  // No test is timed: these are for what hangs, on however busy a machine.
  timeout: 600_000,
  expect: { timeout: 90_000, toPass: { timeout: 90_000 } },
  reporter: [['dot'], ['json', { outputFile: join(reports, 'browser-tests.json') }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: ['--disable-gpu'], ...(browser && { executablePath: browser }) },
    // The frames of a drawing that builds itself take a fourth of a test; a colour on its way has another contrast.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // Playwright takes one of every page, even if it keeps those of failures alone.
    screenshot: 'off',
  },
});
