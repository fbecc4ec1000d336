import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { ada } from '@shopwright/services/testing/visitor';

/** Returns the data of a visitor without an account. */
export const newVisitor = () => ({ ...ada, emailAddress: `ada.${randomUUID()}@example.com` });

/** The values that a visitor types to create an account. */
export type NewVisitor = Readonly<Record<keyof typeof ada, string>>;

const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'Email',
  password: 'Password',
  repeatPassword: 'Repeat password',
} as const;

/** Finds a field of the sign-up form by its label. */
export function field(page: Page, name: keyof NewVisitor) {
  return page.getByRole('main').getByLabel(labels[name], { exact: true });
}

/** Fills in the sign-up form. */
export async function fillIn(page: Page, visitor: NewVisitor): Promise<void> {
  for (const [name, value] of Object.entries(visitor)) {
    await field(page, name as keyof NewVisitor).fill(value);
  }
}

/** Finds the sign-up form's button, whatever its current label. */
export function signUpButton(page: Page) {
  return page.locator('main button[type="submit"]');
}

/**
 * Sends the form, and waits for the toast. It waits from before the press, since the toast disappears after seconds,
 * which may be too soon on a busy machine.
 */
export async function signUp(page: Page): Promise<void> {
  const thanks = page.getByRole('status').filter({ hasText: 'Successfully Register!' });
  await Promise.all([thanks.waitFor(), signUpButton(page).click()]);
}

/**
 * Opens the form, and sends it to a service that fails.
 * @returns the toast with the error
 */
export async function failToSignUp(page: Page) {
  await page.route(`**${createAccountPath}`, (route) => route.fulfill({ status: 500 }));
  await page.goto('/signup');
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  return page.getByRole('alert').filter({ hasText: 'Failed to Register!' });
}
