import { expect, test } from '../helpers/fixtures';
import { fillIn, newVisitor, signUpButton } from '../helpers/new-visitor';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { hydrated } from '../helpers/sections';

// The form's own behaviour is remote-signup's tests' subject; here are the cookie and the call of a real browser.

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

test('a page of plain hosting, which sets no cookie, signs up all the same', async ({
  page,
  calls,
  context,
}) => {
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
