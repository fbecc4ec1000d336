import type { Page } from '@playwright/test';
import { fillIn, newVisitor, signUpButton, type NewVisitor } from '../new-visitor';
import { createPath } from '../routes';
import { hydrated } from '../sections';
import { failedRequest, type State } from './state';

async function open(page: Page): Promise<void> {
  await page.goto('/signup');
  await hydrated(page);
  // Its form is there when its own button for the password is.
  await page.getByRole('button', { name: 'Show password' }).waitFor();
}

async function send(page: Page, change: Partial<NewVisitor> = {}): Promise<void> {
  await open(page);
  await fillIn(page, { ...newVisitor(), ...change });
  await signUpButton(page).click();
}

const invalid = '[aria-invalid="true"]';

export const signUpStates: readonly State[] = [
  { name: 'sign-up', reach: open },
  {
    name: 'sign-up-errors',
    reach: async (page) => {
      await open(page);
      await signUpButton(page).click();
      await page.locator(invalid).nth(4).waitFor();
    },
  },
  {
    name: 'sign-up-mismatch',
    reach: async (page) => {
      await send(page, { repeatPassword: 'analytical engine 1844' });
      await page.locator(invalid).waitFor();
    },
  },
  {
    name: 'sign-up-weak-password',
    reach: async (page) => {
      await open(page);
      await fillIn(page, { ...newVisitor(), password: 'password', repeatPassword: 'password' });
      await page.getByRole('button', { name: 'Show password' }).click();
      await page.getByText('Easy to guess').waitFor();
    },
  },
  {
    name: 'sign-up-working',
    reach: async (page) => {
      await page.route(`**${createPath}`, () => undefined);
      await send(page);
      await page.getByRole('button', { name: 'Signing up…' }).waitFor();
    },
  },
  {
    name: 'sign-up-failed',
    console: failedRequest,
    reach: async (page) => {
      await page.route(`**${createPath}`, (route) => route.fulfill({ status: 500 }));
      await send(page);
      await page.getByRole('alert').getByText('Failed to Register!').waitFor();
    },
  },
  {
    name: 'sign-up-done',
    reach: async (page) => {
      await page.route(`**${createPath}`, (route) => route.fulfill({ status: 201 }));
      // The redirect would leave the page; an answer without content stays on it.
      await page.route('**/redirect/**', (route) => route.fulfill({ status: 204 }));
      await send(page);
      await page.getByRole('status').getByText('Successfully Register!').waitFor();
    },
  },
  {
    name: 'sign-up-remote-away',
    console: /^(?:error|warning): /,
    reach: async (page) => {
      await page.route('**/assets/signup/entry.*.js', (route) => route.abort());
      await page.goto('/signup');
      await page.getByText('The sign-up form could not be loaded just now.').waitFor();
    },
  },
  {
    name: 'sign-up-shape',
    console: /^(?:error|warning): /,
    reach: async (page) => {
      await page.route('**/assets/signup/entry.*.js', (route) => route.abort());
      await page.goto('/terms');
      await hydrated(page);
      // Not through the menu, which a phone has to open first.
      await page
        .getByRole('banner')
        .getByRole('link', { name: 'SignUp', includeHidden: true })
        .evaluate((link) => (link as HTMLElement).click());
      await page.getByText('The sign-up form could not be loaded just now.').waitFor();
    },
  },
];
