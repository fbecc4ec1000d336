import { expect, type Locator, type Page } from '@playwright/test';

const mostStops = 60;

/**
 * Says where the focus is, if it cannot be seen there: outside of the window, under something that
 * lies over it, or without a ring (WCAG 2.2, 2.4.7 and 2.4.11).
 */
async function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nowhere';
    const where = focused.outerHTML.slice(0, 120);
    // A ring may be drawn by the label or the box that a control stands in.
    const frame = focused.closest('label') ?? focused;
    const ringed = [frame, focused, focused.parentElement].some(
      (element) => element && getComputedStyle(element).outlineStyle !== 'none',
    );
    if (!ringed) return `without a ring on ${where}`;
    const { x, y, width, height } = frame.getBoundingClientRect();
    const seen = [0.1, 0.5, 0.9].some((part) => {
      const hit = document.elementFromPoint(x + width * part, y + height * part);
      return hit && (frame.contains(hit) || hit.contains(frame));
    });
    return seen ? null : `out of sight on ${where}`;
  });
}

/** Presses Tab until the control has the focus, which must be seen at each stop on the way. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    // It may still be on its way: the window scrolls, the skip link slides in.
    await expect.poll(() => hiddenFocus(page)).toBeNull();
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(control)} was not reached in ${mostStops} presses of Tab.`);
}

/** Where Tab would go on from. */
export function focused(page: Page): Locator {
  return page.locator(':focus');
}
