import { expect, test } from '../testing/fixtures';
import { installClock } from '../testing/delays';
import { field, fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { createPath, signInPath } from '../testing/routes';
import { hydrated } from '../testing/sections';

test('passwords that differ are not sent, and are marked without a message', async ({
  page,
  calls,
  site,
}) => {
  await page.goto('/signup');
  await hydrated(page);
  const words = () => page.getByRole('main').innerText();
  await fillIn(page, { ...newVisitor(), repeatPassword: 'analytical engine 1844' });
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  const before = await words();
  await signUpButton(page).click();
  await expect(field(page, 'repeatPassword')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'repeatPassword')).toBeFocused();
  await expect(field(page, 'repeatPassword')).toHaveAccessibleDescription(
    'Must match the password above',
  );
  expect(await words()).toBe(before);
  expect(calls.list(site.url)).toEqual(['GET /signup']);
});

test('a valid form sends exactly its payload, with the cookie’s token', async ({
  page,
  context,
  calls,
}) => {
  const visitor = newVisitor();
  await page.goto('/signup');
  await fillIn(page, visitor);
  const answer = page.waitForResponse((response) => response.url().endsWith(createPath));
  await signUpButton(page).click();
  expect((await answer).status()).toBe(201);
  const [request, ...more] = calls.of('POST', createPath);
  expect(more).toEqual([]);
  expect(request?.postDataJSON()).toEqual({ user: visitor });
  const headers = (await request?.allHeaders()) ?? {};
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(token).toMatch(/^[\w-]{32,}$/);
  expect(headers['x-xsrf-token']).toBe(token);
  expect(headers['content-type']).toBe('application/json');
});

test('success is told, and two seconds later the visitor is sent to sign in', async ({
  page,
  calls,
  site,
}) => {
  await installClock(page);
  await page.goto('/signup');
  await fillIn(page, newVisitor());
  await page.clock.pauseAt(Date.now() + 60_000);
  await signUpButton(page).click();
  await expect(signUpButton(page)).toHaveText('Account created');
  // What draws the toast has come by itself; its text takes its time from the clock.
  await expect(page.locator('#toast-1')).toBeAttached();
  await page.clock.runFor(1999);
  const toast = page.getByRole('status').filter({ hasText: 'Successfully Register!' });
  await expect(toast).toContainText('You will be redirected to login page');
  await expect(toast).toBeVisible();
  expect(calls.list(site.url)).toEqual(['GET /signup', `POST ${createPath}`]);
  await page.clock.runFor(1);
  await page.waitForURL(/\/identity\/sign-in$/);
  expect(calls.list(site.url)[2]).toBe(`GET ${signInPath}`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('however often the button is pressed, one account is asked for', async ({ page, calls }) => {
  await page.goto('/signup');
  await hydrated(page);
  await fillIn(page, newVisitor());
  await page.route(`**${createPath}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await signUpButton(page).dblclick();
  await expect(signUpButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(signUpButton(page)).toHaveText('Signing up…');
  await field(page, 'firstName').press('Enter');
  await signUpButton(page).press('Space');
  await expect(page.getByText('Successfully Register!')).toBeVisible();
  await signUpButton(page).click({ force: true });
  await page.waitForURL(/\/identity\/sign-in$/);
  expect(calls.of('POST', createPath)).toHaveLength(1);
});

test('leaving the page within the two seconds does not call the redirect off', async ({ page }) => {
  await page.goto('/signup');
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  await expect(signUpButton(page)).toHaveText('Account created');
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Successfully Register!')).toBeVisible();
  await page.waitForURL(/\/identity\/sign-in$/);
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
  expect(calls.of('POST', createPath)).toHaveLength(1);
});
