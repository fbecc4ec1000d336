import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedChromium } from '@composed/command/installed-software.mjs';
import { delayRequests, installClock } from '../../helpers/delays';
import { expect, test } from '../../helpers/fixtures';
import { field, fillIn, newVisitor, signUp, signUpButton } from '../../helpers/new-visitor';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';

// The tests of remote-signup have the form. Here are the cookie and the call of a real browser.

test('a valid form sends exactly its payload, with the cookie’s token', async ({
  page,
  context,
  calls,
}) => {
  const visitor = newVisitor();
  await page.goto('/signup');
  await fillIn(page, visitor);
  const answer = page.waitForResponse((response) => response.url().endsWith(createAccountPath));
  await signUpButton(page).click();
  expect((await answer).status()).toBe(201);
  const [request, ...more] = calls.of('POST', createAccountPath);
  expect(more).toEqual([]);
  expect(request?.postDataJSON()).toEqual({ user: visitor });
  const headers = (await request?.allHeaders()) ?? {};
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(token).toMatch(/^[\w-]{32,}$/);
  expect(headers['x-xsrf-token']).toBe(token);
  expect(headers['content-type']).toBe('application/json');
});

test('sign-up works on plain hosting, which sets no cookie', async ({ page, calls, context }) => {
  await page.goto('/signup');
  await hydrated(page);
  await context.clearCookies();
  const visitor = newVisitor();
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Successfully Register!' }),
  ).toBeVisible();
  expect(calls.of('GET', '/manager/api/v1/public/xsrf-token')).toHaveLength(1);
  expect(calls.of('POST', createAccountPath)).toHaveLength(1);
});

for (const [name, cookie] of [
  ['of the page’s own folder', { value: 'foreign', path: '/signup' }],
  ['closed to scripts', { value: 'f'.repeat(36), path: '/', httpOnly: true }],
  ['that is long and encoded', { value: `${'e'.repeat(340)}%3D`, path: '/' }],
] as const)
  test(`another app’s token ${name} keeps nobody out, and stays`, async ({
    page,
    context,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/403/);
    const { hostname: domain } = new URL(baseURL ?? '');
    await context.addCookies([{ name: 'XSRF-TOKEN', domain, ...cookie }]);
    await page.goto('/signup');
    await fillIn(page, newVisitor());
    await signUp(page);
    expect(await context.cookies(`${baseURL}/signup`)).toContainEqual(
      expect.objectContaining(cookie),
    );
  });

for (const [state, key, shown] of [
  ['left', 'Tab', 'me@example.com'],
  ['not left', 'End', ' me@example.com '],
] as const)
  test(`an address that was ${state} before hydration is shown as it is ${state === 'left' ? 'sent' : 'typed'}`, async ({
    page,
  }) => {
    const release = await delayRequests(page, '**/*.js');
    await page.goto('/signup');
    await field(page, 'emailAddress').fill(' me@example.com ');
    await field(page, 'emailAddress').press(key);
    release();
    await remoteHydrated(page);
    await expect(field(page, 'emailAddress')).toHaveValue(shown);
  });

test('a visitor who blocks cookies reads that sign-up needs one', async ({ playwright, baseURL }, {
  outputDir,
}) => {
  const executablePath = installedChromium() ?? '';
  test.skip(executablePath === '', 'There is no Chromium with a profile.');
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  await mkdir(join(outputDir, 'Default'), { recursive: true });
  await writeFile(join(outputDir, 'Default/Preferences'), JSON.stringify(settings));
  const options = { executablePath, args: ['--disable-gpu'], baseURL: baseURL ?? '' };
  const context = await playwright.chromium.launchPersistentContext(outputDir, options);
  const page = await context.newPage();
  await page.goto('/signup');
  await fillIn(page, newVisitor());
  const line = page.getByText('Your browser blocks cookies for this site. Allow them to sign up.');
  await expect(line).toBeVisible();
  await signUpButton(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Failed to Register!' });
  await expect(toast).toContainText('Please fill all required fields');
  await expect(line).toBeVisible();
  await context.close();
  await rm(outputDir, { recursive: true });
});

// Places of toasts, and a real pointer on one. Unit tests of toasts are about their times.
test('toasts stand at the top right, the newest on top, and the pointer holds one', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  await page.route(`**${createAccountPath}`, (route) => route.fulfill({ status: 500 }));
  await installClock(page);
  await page.goto('/signup');
  // Loading would time out as the clock jumps.
  await remoteHydrated(page);
  await fillIn(page, newVisitor());
  await page.clock.pauseAt(Date.now() + 60_000);
  const toast = page.getByRole('alert');
  await signUpButton(page).click();
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(2000);
  await signUpButton(page).click();
  await expect(toast).toHaveCount(2);

  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = await Promise.all([0, 1].map((index) => toast.nth(index).boundingBox()));
  for (const box of boxes) {
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(size.width - 64);
    expect(box?.y).toBeLessThan(size.height / 2);
  }
  const [first, second] = await toast.evaluateAll((toasts) =>
    toasts
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map(({ id }) => Number(id.replace(/\D/g, ''))),
  );
  expect(first).toBeGreaterThan(second ?? Infinity);
  // The older one's five seconds end first.
  await page.clock.runFor(3300);
  await expect(toast).toHaveAttribute('id', `toast-${String(first)}`);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 600);
  await page.clock.runFor(1300);
  await expect(toast).toHaveCount(0);
});
