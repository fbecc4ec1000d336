import type { Locator, Page } from '@playwright/test';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { fillIn, newVisitor, signUpButton } from './new-visitor';
import { missingPath } from './run-site';
import { hydrated } from '@composed/testing/browser/hydration';

/** A state of a page that a visitor can reach. */
export interface State {
  /** The name of the state, and of its screenshots. */
  readonly name: string;
  readonly path: string;
  /** Pattern of requests → the status of their response, or whether they fail or never end. */
  readonly responses?: Readonly<Record<string, number | 'failed' | 'never'>>;
  /** The visitor's actions. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** An element that is visible when the state is reached. */
  readonly shows: (page: Page) => Locator;
  /** Matches the expected console lines. Without it, there must be none. */
  readonly console?: RegExp;
  /** Whether the state exists only on narrow screens, where a button opens the menu. */
  readonly narrowOnly?: boolean;
}

/** Pixels from which the header shows its links without a menu. */
export const wideFrom = 768;

/** Brings a new page into a state, and waits until the state is reached. */
export async function reach(page: Page, state: State): Promise<void> {
  for (const [pattern, response] of Object.entries(state.responses ?? {})) {
    await page.route(`**${pattern}`, (route) => {
      if (response === 'failed') return route.abort();
      return response === 'never' ? undefined : route.fulfill({ status: response });
    });
  }
  await page.goto(state.path);
  // The pages of the services have nothing to hydrate.
  if (state.path !== signInPath) await hydrated(page);
  await state.act?.(page);
  await state.shows(page).waitFor();
}

const failedRequest = /^error: Failed to load resource/;
const anyFault = /^(?:error|warning): /;

const text =
  (words: string, index = 0) =>
  (page: Page) =>
    page.getByText(words).nth(index);
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });

/** Presses a button of a form. If the press hydrates the form, the host replays it. */
async function press(page: Page, name: string): Promise<void> {
  await button(name)(page).scrollIntoViewIfNeeded();
  await button(name)(page).click();
}

/** Creates the states of one page from rows by name. */
const at = (path: string, rows: Record<string, Omit<State, 'name' | 'path'> & { path?: string }>) =>
  Object.entries(rows).map(([name, row]): State => ({ name, path, ...row }));

const landing = at('/', {
  landing: { shows: text('$29.00') },
  'landing-menu': {
    narrowOnly: true,
    act: (page) => press(page, 'Menu'),
    shows: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').first(),
  },
  'landing-annual': {
    act: (page) => page.getByRole('switch').press('Space'),
    shows: text('$290.00'),
  },
  'landing-forms-errors': {
    act: (page) => press(page, 'Send'),
    shows: text('Enter your name.'),
  },
  'landing-forms-sent': {
    act: async (page) => {
      await press(page, 'Subscribe');
      for (const label of ['Name', 'Email', 'Subject', 'Message']) {
        await page.locator('#contact').getByLabel(label, { exact: true }).fill('me@example.com');
      }
      await press(page, 'Send');
    },
    shows: text('Thank you.', 1),
  },
  'landing-prices-failed': {
    responses: { [tablesPath]: 500 },
    console: failedRequest,
    shows: button('Try again'),
  },
  'landing-remote-unavailable': {
    responses: { '/assets/pricing/entry.*.js*': 'failed' },
    console: anyFault,
    shows: text('The prices could not be loaded just now.'),
  },
});

const signUpAway = text('The sign-up form could not be loaded just now.');
const send = (change: object = {}) =>
  async function fillInAndSend(page: Page): Promise<void> {
    await fillIn(page, { ...newVisitor(), ...change });
    await signUpButton(page).click();
  };

const signUp = at('/signup', {
  'sign-up': { shows: button('Show password') },
  'sign-up-errors': {
    act: (page) => signUpButton(page).click(),
    shows: text('Repeat the password.'),
  },
  'sign-up-mismatch': {
    act: send({ repeatPassword: 'analytical engine 1844' }),
    shows: (page) => page.locator('[aria-invalid="true"]'),
  },
  'sign-up-weak-password': {
    act: async (page) => {
      await fillIn(page, { ...newVisitor(), password: 'password', repeatPassword: 'password' });
      await press(page, 'Show password');
    },
    shows: text('Easy to guess'),
  },
  'sign-up-working': {
    responses: { [createAccountPath]: 'never' },
    act: send(),
    shows: button('Signing up…'),
  },
  'sign-up-failed': {
    responses: { [createAccountPath]: 500 },
    console: failedRequest,
    act: send(),
    shows: (page) => page.getByRole('alert').getByText('Failed to Register!'),
  },
  'sign-up-done': {
    // The redirect would leave the page; a response without content stays on it.
    responses: { [createAccountPath]: 201, '/redirect/**': 204 },
    act: send(),
    shows: (page) => page.getByRole('status').getByText('Successfully Register!'),
  },
  'sign-up-remote-unavailable': {
    responses: { '/assets/signup/entry.*.js*': 'failed' },
    console: anyFault,
    shows: signUpAway,
  },
  'sign-up-shape': {
    path: '/terms',
    responses: { '/assets/signup/entry.*.js*': 'failed' },
    console: anyFault,
    // A link of the page, since a phone has to open the menu first.
    act: (page) =>
      page
        .getByRole('banner')
        .getByRole('link', { name: 'SignUp', includeHidden: true })
        .dispatchEvent('click'),
    shows: signUpAway,
  },
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}

/** The embedded services' own pages, from the sign-in to the store. */
const store = at(signInPath, {
  'store-sign-in': { shows: heading('Sign in') },
  'store-sign-in-wrong': {
    console: failedRequest,
    act: (page) => signIn(page, newVisitor().emailAddress, 'not the password'),
    shows: (page) => page.getByRole('alert'),
  },
  store: {
    path: '/signup',
    act: async (page) => {
      const visitor = newVisitor();
      await fillIn(page, visitor);
      await signUpButton(page).click();
      await page.waitForURL(/\/identity\/sign-in$/);
      await signIn(page, visitor.emailAddress, visitor.password);
    },
    shows: heading('Hello, Ada.'),
  },
});

/** Every page of the site in every state, for pictures and for tests of accessibility. */
export const states: readonly State[] = [
  ...landing,
  ...signUp,
  ...at('/terms', { terms: { shows: (page) => page.getByRole('main') } }),
  ...at('/privacy-policy', { 'privacy-policy': { shows: (page) => page.getByRole('main') } }),
  ...at(missingPath, {
    'not-found': { console: failedRequest, shows: heading('Nobody trades at this address.') },
  }),
  ...store,
];
