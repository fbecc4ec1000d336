import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { installClock } from '../helpers/delays';
import { expect, test } from '../helpers/fixtures';
import { fillIn, newVisitor, signUpButton } from '../helpers/new-visitor';
import { remoteHydrated } from '../helpers/sections';

// Where toasts stand, and a real pointer on one; their times are tested where the toasts are made.
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
