import { expect, type Page } from '@playwright/test';

export const headerLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name });

/** The switch between monthly and annual prices. */
export const annualSwitch = (page: Page) => page.getByRole('switch', { name: 'Annual billing' });

export const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Measures how many pixels of a page's width are hidden. */
export const hiddenWidth = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Changes the text of the page at an address. */
export const changePage = (page: Page, address: string, change: (text: string) => string) =>
  page.route(`**${address}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });

/**
 * Asserts that a section is scrolled into place: its top is just below the header, or the page is scrolled to its end.
 */
export async function expectToLookAt(page: Page, id: string): Promise<void> {
  const section = page.locator(`#${id}`);
  await expect(section).toBeInViewport();
  await expect
    .poll(
      () =>
        section.evaluate((element) => {
          const { top } = element.getBoundingClientRect();
          const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
          const isAtEnd =
            window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
          const isUnderHeader = top >= -2 && top <= header + 32;
          return isUnderHeader || (isAtEnd && top > 0) ? 'in place' : `top at ${top} px`;
        }),
      { message: `#${id} is what the visitor looks at` },
    )
    .toBe('in place');
}

/** Marks the document, so that `expectSameDocument` can tell a client navigation from a page load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
}

export async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-marked', '');
}
