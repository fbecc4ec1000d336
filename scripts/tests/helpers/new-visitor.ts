import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { ada } from '../../../shared/services/testing/visitor';

/** Somebody who has no account yet. */
export const newVisitor = () => ({ ...ada, emailAddress: `ada.${randomUUID()}@example.com` });

/** Values that a visitor types to create an account. */
export type NewVisitor = Readonly<Record<keyof typeof ada, string>>;

const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'Email',
  password: 'Password',
  repeatPassword: 'Repeat password',
} as const;

/** The field of the sign-up form, by its label. */
export function field(page: Page, name: keyof NewVisitor) {
  return page.getByRole('main').getByLabel(labels[name], { exact: true });
}

/** Types into the five fields. */
export async function fillIn(page: Page, visitor: NewVisitor): Promise<void> {
  for (const [name, value] of Object.entries(visitor)) {
    await field(page, name as keyof NewVisitor).fill(value);
  }
}

/** The sign-up form's button, under any of its labels. */
export function signUpButton(page: Page) {
  return page.locator('main button[type="submit"]');
}

/** Sends the form, and sees the thanks. They stand for seconds: who looks after the press may be late, on a busy machine. */
export async function signUp(page: Page): Promise<void> {
  const thanks = page.getByRole('status').filter({ hasText: 'Successfully Register!' });
  await Promise.all([thanks.waitFor(), signUpButton(page).click()]);
}

/**
 * Opens the form, and sends it to a service that fails.
 * @returns the toast that says so
 */
export async function failToSignUp(page: Page) {
  await page.route(`**${createAccountPath}`, (route) => route.fulfill({ status: 500 }));
  await page.goto('/signup');
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  return page.getByRole('alert').filter({ hasText: 'Failed to Register!' });
}
