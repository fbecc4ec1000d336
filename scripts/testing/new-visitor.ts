import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/** What a visitor types to create an account; the form of the create call's `user`. */
export interface NewVisitor {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly password: string;
  readonly repeatPassword: string;
}

/** Somebody who has no account yet. */
export function newVisitor(): NewVisitor {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailAddress: `ada.${randomUUID()}@example.com`,
    password: 'analytical engine 1843',
    repeatPassword: 'analytical engine 1843',
  };
}

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
  await field(page, 'firstName').fill(visitor.firstName);
  await field(page, 'lastName').fill(visitor.lastName);
  await field(page, 'emailAddress').fill(visitor.emailAddress);
  await field(page, 'password').fill(visitor.password);
  await field(page, 'repeatPassword').fill(visitor.repeatPassword);
}

/** The sign-up form's button, whatever it says at the moment. */
export function signUpButton(page: Page) {
  return page.locator('main button[type="submit"]');
}
