import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
import { fillIn, newVisitor, signUpButton, type NewVisitor } from '../testing/new-visitor';

async function signIn(page: Page, { emailAddress, password }: NewVisitor): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(emailAddress);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function expectStore(page: Page, { firstName }: NewVisitor): Promise<void> {
  await expect(page).toHaveURL(/\/store$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${firstName}.`);
  await expect(page.getByText('This is your store.')).toBeVisible();
}

test('a visitor signs up, signs in with that account and stands in the store', async ({ page }) => {
  const visitor = newVisitor();
  await page.goto('/');
  await page.locator('#pricing').getByRole('link', { name: 'Sign Up for Free' }).click();
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await expect(page.getByText('Successfully Register!')).toBeVisible();
  await page.waitForURL(/\/identity\/sign-in$/);
  await signIn(page, visitor);
  await expectStore(page, visitor);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto('/store');
  await expect(page.getByRole('heading', { name: 'Hello' })).toHaveCount(0);
});

test('a wrong password is refused, and the right one then lets in', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*422/);
  const visitor = newVisitor();
  await page.goto('/signup');
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await page.waitForURL(/\/identity\/sign-in$/);
  await signIn(page, { ...visitor, password: 'analytical engine' });
  await expect(page.getByRole('alert')).toContainText('do not go together');
  await signIn(page, visitor);
  await expectStore(page, visitor);
});

test('an email that has an account already shows the failure', async ({ page, expectConsole }) => {
  expectConsole(/^error: Failed to load resource.*409/);
  const visitor = newVisitor();
  await page.goto('/signup');
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await page.waitForURL(/\/identity\/sign-in$/);
  await page.goto('/signup');
  await fillIn(page, { ...visitor, firstName: 'Mallory' });
  await signUpButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to Register!');
});

test.describe('after a restart', () => {
  let folder = '';
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shopwright-restart-'));
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  test('the account is still there', async ({ page, startSite }) => {
    test.slow();
    const folders = { DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site') };
    const visitor = newVisitor();
    const first = await startSite(folders);
    await page.goto(`${first.url}/signup`);
    await fillIn(page, visitor);
    await signUpButton(page).click();
    // The page goes on by itself, and must not find its server stopping.
    await page.waitForURL(/\/identity\/sign-in$/);
    await first.stop();

    const second = await startSite(folders);
    await page.goto(`${second.url}/`);
    await page.getByRole('banner').getByRole('link', { name: 'SignIn' }).click();
    await signIn(page, visitor);
    await expectStore(page, visitor);
  });
});
