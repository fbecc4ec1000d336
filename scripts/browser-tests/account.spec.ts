import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
import { fillIn, newVisitor, signUpButton, type NewVisitor } from '../testing/new-visitor';

async function signIn(page: Page, { emailAddress, password }: NewVisitor): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(emailAddress);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a visitor signs up, mistypes the password, signs in and stands in the store', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*422/);
  const visitor = newVisitor();
  await page.goto('/');
  await page.locator('#pricing').getByRole('link', { name: 'Sign Up for Free' }).click();
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await expect(page.getByText('Successfully Register!')).toBeVisible();
  await page.waitForURL(/\/identity\/sign-in$/);
  await signIn(page, { ...visitor, password: 'analytical engine' });
  await expect(page.getByRole('alert')).toContainText('do not go together');
  await signIn(page, visitor);
  await expect(page).toHaveURL(/\/store$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${visitor.firstName}.`);
  await expect(page.getByText('This is your store.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto('/store');
  await expect(page.getByRole('heading', { name: 'Hello' })).toHaveCount(0);
});
