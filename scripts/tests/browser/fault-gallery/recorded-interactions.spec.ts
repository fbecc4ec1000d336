import type { Page } from '@playwright/test';
import { delayRequests } from '../../helpers/delays';
import { field, fillIn, newVisitor, signUpButton } from '../../helpers/new-visitor';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { hydrated } from '@composed/testing/browser/hydration';
import { headerLink, tryAgain } from '../../helpers/sections';
import { expect, test } from './fault-fixtures';

// Text that is typed before hydration is kept, a press is replayed later, and neither gets into an address.

const scripts = '**/assets/**/*.js';

function logsOf(page: Page): string[] {
  const logs: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'log') logs.push(message.text());
  });
  return logs;
}

test('a sign-up that is sent before hydration is sent once when the form is hydrated', async ({
  page,
  calls,
}) => {
  const release = await delayRequests(page, scripts);
  await page.goto('/signup', { waitUntil: 'commit' });
  const visitor = newVisitor();
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await field(page, 'password').press('Enter');
  await signUpButton(page).click();
  expect(new URL(page.url()).href).toMatch(/\/signup$/);
  release();
  await expect(
    page.getByRole('status').filter({ hasText: 'Successfully Register!' }),
  ).toBeVisible();
  const sent = calls.of('POST', createAccountPath);
  expect(sent.map((request) => request.postDataJSON() as unknown)).toEqual([{ user: visitor }]);
  const addresses = calls.list('').join('\n');
  expect(addresses).not.toContain(visitor.emailAddress.split('@')[0] ?? '');
  expect(addresses).not.toContain('analytical');
});

for (const { name, label, button, text } of [
  { name: 'subscribe', label: 'Email', button: 'Subscribe', text: 'ada@example.com' },
  { name: 'contact', label: 'Message', button: 'Send', text: 'How much is a stall?' },
] as const) {
  test(`the ${name} form does before hydration what it does after it`, async ({ page }) => {
    const logs = logsOf(page);
    const release = await delayRequests(page, scripts);
    await page.goto('/', { waitUntil: 'commit' });
    const form = page.locator(`[data-island="${name}"] form`);
    if (name === 'contact') {
      for (const other of ['Name', 'Email', 'Subject']) await form.getByLabel(other).fill('x@y.z');
    }
    await form.getByLabel(label).fill(text);
    await form.getByRole('button', { name: button }).click();
    const address = page.url();
    expect(new URL(address).search).toBe('');
    release();
    await expect(form.getByText('Thank you.')).toBeVisible();
    await expect(form.getByLabel(label)).toHaveValue('');
    expect(logs.join('\n').split(text)).toHaveLength(2);
    expect(page.url()).toBe(address);
  });

  test(`what is typed into the ${name} form while it is hydrated stays`, async ({ page }) => {
    const release = await delayRequests(page, '**/assets/host/forms.*.js');
    await page.goto('/');
    await hydrated(page);
    const form = page.locator(`[data-island="${name}"] form`);
    await form.getByLabel(label).pressSequentially(text.slice(0, 3));
    release();
    await form.getByLabel(label).pressSequentially(text.slice(3));
    await expect(form.getByLabel(label)).toHaveValue(text);
    await expect(form.getByLabel(label)).toBeFocused();
  });
}

test('a menu that is opened before hydration stays open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const release = await delayRequests(page, scripts);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button').click();
  await expect(headerLink(page, 'Pricing')).toBeVisible();
  release();
  await hydrated(page);
  await expect(headerLink(page, 'Pricing')).toBeVisible();
});

test('a form that crashes keeps what was typed, in its copy and after "Try again"', async ({
  page,
  open,
  expectConsole,
  observations: _,
}) => {
  expectConsole(/^error: \[signup \w+ \.\/SignupPage\] update failed: Error: fault in an update/);
  const release = await delayRequests(page, '**/assets/signup/*.js');
  await page.goto(`${open('signup-throws-later').origin}/signup`, { waitUntil: 'commit' });
  const visitor = newVisitor();
  await fillIn(page, visitor);
  release();
  const again = tryAgain(page);
  await expect(again).toBeVisible();
  await expect(field(page, 'password')).toHaveValue(visitor.password);
  await field(page, 'lastName').fill('Byron');
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(again).toBeVisible();
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(field(page, 'lastName')).toHaveValue('Byron');
  await expect(field(page, 'emailAddress')).toHaveValue(visitor.emailAddress);
});
