import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { field, newVisitor, signUpButton, type NewVisitor } from '../../helpers/new-visitor';
import { hydrated } from '@composed/testing/browser/hydration';
import { annualSwitch, headerLink } from '../../helpers/sections';

// Every task of a visitor, with the keyboard alone.

const maxStops = 60;

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
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    // It may still be on its way: the window scrolls, the skip link slides in.
    await expect.poll(() => hiddenFocus(page)).toBeNull();
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(control)} was not reached in ${maxStops} presses of Tab.`);
}

test('prices are read, turned to annual, and a plan leads to sign-up', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, annualSwitch(page));
  await expect(page.getByText('$29.00').first()).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch')).toBeChecked();
  await expect(page.getByRole('switch')).toBeFocused();
  await expect(page.getByText('$290.00')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Sign Up for Pro' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeFocused();
});

test('the form is corrected where it was wrong, and sent', async ({ page }) => {
  const visitor = newVisitor();
  const type = (name: keyof NewVisitor) => page.keyboard.type(visitor[name]);
  await page.goto('/signup');
  await hydrated(page);
  await tabTo(page, signUpButton(page));
  await page.keyboard.press('Enter');
  await expect(field(page, 'firstName')).toBeFocused();
  await type('firstName');
  for (const name of ['lastName', 'emailAddress', 'password'] as const) {
    await tabTo(page, field(page, name));
    await type(name);
  }
  await tabTo(page, page.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'password')).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  await tabTo(page, field(page, 'repeatPassword'));
  await page.keyboard.type('something else');
  await page.keyboard.press('Enter');
  await expect(field(page, 'repeatPassword')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'repeatPassword')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await type('repeatPassword');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully Register!')).toBeVisible();
  await page.waitForURL(/\/identity\/sign-in$/);
  // Autofocus comes with the first rendering, and keys before that go nowhere.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(visitor.emailAddress);
  await tabTo(page, page.getByLabel('Password'));
  await type('password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Hello, ${visitor.firstName}.` })).toBeVisible();
});

test('a message is written, corrected and sent', async ({ page }) => {
  await page.goto('/#contact');
  await hydrated(page);
  const contact = page.locator('#contact');
  const input = (label: string) => contact.getByRole('textbox', { name: label, exact: true });
  await tabTo(page, input('Name'));
  await page.keyboard.type('Ada');
  await tabTo(page, input('Email'));
  await page.keyboard.type('ada@example.com');
  await tabTo(page, contact.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await expect(input('Subject')).toBeFocused();
  await expect(input('Subject')).toHaveAccessibleDescription('Enter a subject.');
  await page.keyboard.type('A question');
  await tabTo(page, input('Message'));
  await page.keyboard.type('Can I sell engines?');
  await tabTo(page, contact.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Space');
  await expect(contact.getByRole('status')).toHaveText('Thank you.');
  await expect(contact.getByRole('button', { name: 'Send' })).toBeFocused();
});

test('the first stop skips the header', async ({ page }) => {
  await page.goto('/signup');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Skip to content');
  await expect(page.locator(':focus')).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(field(page, 'firstName')).toBeFocused();
});

test('the last stop leads back to the top', async ({ page }) => {
  await page.goto('/terms');
  await hydrated(page);
  await tabTo(page, page.getByTitle('Scroll To Top'));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('the menu opens, is walked through, closes with Escape and gives the focus back', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(page);
    const menu = page.getByRole('button', { name: 'Menu' });
    const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    await expect(home).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(home).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(home).toBeHidden();
    await expect(menu).toBeFocused();

    // Also when the focus goes on into the page, and when the screen has room for the links.
    await page.keyboard.press('Enter');
    await tabTo(page, headerLink(page, 'SignUp'));
    await page.keyboard.press('Tab');
    await expect(home).toBeHidden();
    await menu.press('Enter');
    await page.setViewportSize({ width: 1280, height: 780 });
    await expect(page.locator('nav:popover-open')).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 780 });

    await expect(menu).toBeVisible();
    await menu.press('Enter');
    await tabTo(page, headerLink(page, 'Contact'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/#contact');
    await expect(home).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.locator('#contact').getByLabel('Name')).toBeFocused();
  });

  test('the menu stays open when a slow browser reports the narrow screen late', async ({
    page,
  }) => {
    // Keeps what the page asks about the screen, to report changes in the browser's place.
    await page.addInitScript(() => {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => {
        const list = ask(query);
        window.addEventListener('report-narrow-screen', () =>
          list.dispatchEvent(new MediaQueryListEvent('change', { media: query, matches: false })),
        );
        return list;
      };
    });
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const home = headerLink(page, 'Home');
    await expect(home).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('report-narrow-screen')));
    await expect(home).toBeVisible();
  });
});

test('Back returns to the position and focus of the followed link', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' });
  await terms.focus();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeFocused();
  await page.goBack();
  await expect(terms).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(terms).not.toBeFocused();
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(200);
  await page.keyboard.press('Shift+Tab');
  await expect(terms).toBeFocused();

  // The landing page is rendered anew here.
  const signUp = page.getByRole('link', { name: 'Sign Up for Pro' });
  await signUp.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused();
  await page.goBack();
  await expect(signUp).toBeFocused();
});
