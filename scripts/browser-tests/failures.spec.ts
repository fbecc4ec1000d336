import type { Page } from '@playwright/test';
import { installClock } from '../testing/delays';
import { expect, test } from '../testing/fixtures';
import { field, fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { createPath, signInPath } from '../testing/routes';
import { remoteHydrated } from '../testing/sections';
import { json, text, type Answer } from '../testing/upstream';

// What remote-signup/README.md says of failures and successes, row by row, with a fake manager service.
test.use({ baseURL: async ({ forwarded }, use) => use(forwarded.site.url) });

const success = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Successfully Register!' });
const failure = (page: Page) => page.getByRole('alert');

async function expectFailure(page: Page): Promise<void> {
  await expect(failure(page)).toContainText('Failed to Register!');
  await expect(failure(page)).toContainText('Please fill all required fields');
  await expect(failure(page)).toHaveCount(1);
  await expect(success(page)).toHaveCount(0);
}

const failing: readonly (readonly [string, Answer])[] = [
  ['500', text('<h1>oops</h1>', 500, 'text/html')],
  ['a redirect', (response) => response.writeHead(302, { location: '/' }).end()],
];

for (const [name, answer] of failing) {
  test(`${name} shows the failure, keeps what was typed and stays`, async ({
    page,
    calls,
    forwarded,
    expectConsole,
  }) => {
    expectConsole(/^error: Failed to load resource/);
    forwarded.manager.answerWith(answer);
    const visitor = newVisitor();
    await installClock(page);
    await page.goto('/signup');
    await fillIn(page, visitor);
    await signUpButton(page).click();
    await expectFailure(page);
    await page.clock.runFor(6000);
    await expect(failure(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/signup');
    for (const [key, value] of Object.entries(visitor)) {
      await expect(field(page, key as keyof typeof visitor)).toHaveValue(value);
    }
    await expect(
      page.getByText('What you typed is still here. Try again, or sign in.'),
    ).toBeVisible();
    await expect(signUpButton(page)).toHaveText('Sign Up');
    await expect(signUpButton(page)).toBeFocused();
    expect(calls.list(forwarded.site.url)).toEqual(['GET /signup', `POST ${createPath}`]);
  });
}

test('a network that is away shows the failure', async ({ page, context, expectConsole }) => {
  expectConsole(/^error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  expectConsole(/^error: \[host \w+ \.\/toasts\] module failed/);
  await page.goto('/signup');
  await remoteHydrated(page);
  await fillIn(page, newVisitor());
  // What draws toasts comes with the first one; it cannot come now, and the message is shown all the same.
  await context.setOffline(true);
  await signUpButton(page).click();
  await expectFailure(page);
});

test('after a failure the same form goes through when it is sent again', async ({
  page,
  forwarded,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  forwarded.manager.answerWith(json({}, 500));
  const visitor = newVisitor();
  await page.goto('/signup');
  await fillIn(page, visitor);
  await signUpButton(page).click();
  await expectFailure(page);
  forwarded.manager.answerWith(json({}, 201));
  await signUpButton(page).click();
  await expect(success(page)).toBeVisible();
  expect(forwarded.manager.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { user: visitor },
    { user: visitor },
  ]);
});

test('an error in the body of a success is a success, since the status alone decides', async ({
  page,
  calls,
  forwarded,
}) => {
  forwarded.manager.answerWith(json({ error: true, status: 500 }, 201));
  await page.goto('/signup');
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  await expect(success(page)).toContainText('You will be redirected to login page');
  await expect(failure(page)).toHaveCount(0);
  await page.waitForURL(`${forwarded.storeUi.url}/**`);
  expect(calls.list(forwarded.site.url)).toContain(`GET ${signInPath}`);
});
