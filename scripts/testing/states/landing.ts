import type { Page } from '@playwright/test';
import { tablesPath } from '../routes';
import { hydrated } from '../sections';
import { failedRequest, type State } from './state';

/** The landing page with the answer of the tables call in it. */
async function open(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(tablesPath)),
    page.goto('/'),
  ]);
  await hydrated(page);
}

async function annual(page: Page): Promise<void> {
  await page.getByRole('switch').scrollIntoViewIfNeeded();
  await page.getByRole('switch').press('Space');
}

const contact = (page: Page) => page.locator('#contact');

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.scrollIntoViewIfNeeded();
  await button.click();
}

/** The forms are hydrated as they come into view; a press before that is replayed. */
export const landingStates: readonly State[] = [
  { name: 'landing-top', reach: open, firstView: true },
  { name: 'landing', reach: open },
  {
    name: 'landing-end',
    firstView: true,
    reach: async (page) => {
      await open(page);
      await page.keyboard.press('End');
      await page.getByRole('contentinfo').getByText('2024').waitFor();
    },
  },
  {
    name: 'landing-menu',
    narrowOnly: true,
    firstView: true,
    reach: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'landing-annual',
    reach: async (page) => {
      await open(page);
      await annual(page);
      await page.getByText('a year').first().waitFor();
    },
  },
  {
    name: 'landing-forms-errors',
    reach: async (page) => {
      await open(page);
      await press(page, 'Send');
      await page.getByText('Enter your name.').waitFor();
    },
  },
  {
    name: 'landing-forms-sent',
    reach: async (page) => {
      await open(page);
      await press(page, 'Subscribe');
      for (const label of ['Name', 'Email', 'Subject', 'Message']) {
        await contact(page).getByLabel(label, { exact: true }).fill('me@example.com');
      }
      await press(page, 'Send');
      await page.getByText('Thank you.').nth(1).waitFor();
    },
  },
  {
    name: 'landing-prices-failed',
    console: failedRequest,
    reach: async (page) => {
      await page.route(`**${tablesPath}`, (route) => route.fulfill({ status: 500 }));
      await page.goto('/');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'landing-remote-away',
    console: /^(?:error|warning): /,
    reach: async (page) => {
      await page.route('**/assets/pricing/entry.*.js', (route) => route.abort());
      await page.goto('/');
      await page.getByText('The prices could not be loaded just now.').waitFor();
    },
  },
];
