import type { Page } from '@playwright/test';
import { installClock } from '../testing/delays';
import { expect, test } from '../testing/fixtures';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { json } from '../testing/upstream';

// The life of a toast in section 9's milliseconds, on the browser's own clock held still.
test.use({ baseURL: async ({ forwarded }, use) => use(forwarded.site.url) });

const toast = (page: Page) => page.getByRole('alert');
const modes = (page: Page) =>
  toast(page)
    .locator('[data-mode]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-mode')));

/** Presses Sign Up until `count` toasts are shown; their times have begun at this standing moment. */
async function fail(page: Page, count = 1): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let shown = 1; shown <= count; shown += 1) {
    await signUpButton(page).click();
    await expect(toast(page)).toHaveCount(shown);
  }
  await expect.poll(() => modes(page)).toEqual(Array(count).fill('active'));
}

test.beforeEach(async ({ page, forwarded, expectConsole }) => {
  expectConsole(/^error: Failed to load resource.*500/);
  forwarded.manager.answerWith(json({}, 500));
  await installClock(page);
  await page.goto('/signup');
  await fillIn(page, newVisitor());
});

test('hovering holds a toast; 1000 ms after the pointer left it goes', async ({ page }) => {
  await fail(page);
  await page.clock.runFor(3000);
  await toast(page).hover();
  await page.clock.runFor(60_000);
  expect(await modes(page)).toEqual(['active']);
  await page.mouse.move(5, 600);
  await page.clock.runFor(999);
  expect(await modes(page)).toEqual(['active']);
  await page.clock.runFor(1);
  expect(await modes(page)).toEqual(['removed']);
  await page.clock.runFor(300);
  await expect(toast(page)).toHaveCount(0);
});

test('the keyboard and a tap dismiss a toast, and the focus is in the form again', async ({
  page,
}) => {
  await fail(page);
  await toast(page).focus();
  await page.clock.runFor(60_000);
  expect(await modes(page)).toEqual(['active']);
  await page.keyboard.press('Escape');
  expect(await modes(page)).toEqual(['removed']);
  await expect(signUpButton(page)).toBeFocused();
  await page.clock.runFor(300);
  await expect(toast(page)).toHaveCount(0);

  // And a tap.
  await signUpButton(page).click();
  await expect.poll(() => modes(page)).toEqual(['active']);
  await toast(page).getByText('Failed to Register!').click();
  expect(await modes(page)).toEqual(['removed']);
  await page.clock.runFor(300);
  await expect(toast(page)).toHaveCount(0);
  await expect(signUpButton(page)).toBeFocused();
});

test('toasts stand at the top right, the newest on top', async ({ page }) => {
  await fail(page);
  await page.clock.runFor(2000);
  await signUpButton(page).click();
  await expect(toast(page)).toHaveCount(2);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = await Promise.all([0, 1].map((index) => toast(page).nth(index).boundingBox()));
  for (const box of boxes) {
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(size.width - 64);
    expect(box?.y).toBeLessThan(size.height / 2);
  }
  const [first, second] = await toast(page).evaluateAll((toasts) =>
    toasts
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map(({ id }) => Number(id.replace(/\D/g, ''))),
  );
  expect(first).toBeGreaterThan(second ?? Infinity);
  // The older one's five seconds end first.
  await page.clock.runFor(3300);
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).toHaveAttribute('id', `toast-${String(first)}`);
});
