import type { Page } from '@playwright/test';
import { fillIn, newVisitor, signUpButton } from '../new-visitor';
import { signInPath } from '../routes';
import { failedRequest, type State } from './state';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The embedded services' own pages, from the sign-in to the store. */
export const storeStates: readonly State[] = [
  {
    name: 'store-sign-in',
    reach: async (page) => {
      await page.goto(signInPath);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  },
  {
    name: 'store-sign-in-wrong',
    console: failedRequest,
    reach: async (page) => {
      await page.goto(signInPath);
      await signIn(page, newVisitor().emailAddress, 'not the password');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'store',
    reach: async (page) => {
      const visitor = newVisitor();
      await page.goto('/signup');
      await fillIn(page, visitor);
      await signUpButton(page).click();
      await page.waitForURL(/\/identity\/sign-in$/);
      await signIn(page, visitor.emailAddress, visitor.password);
      await page.waitForURL(/\/store$/);
    },
  },
];
