import { expect, type Page } from '@playwright/test';

export const headerLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name });

/** The switch between monthly and annual prices. */
export const annualSwitch = (page: Page) => page.getByRole('switch', { name: 'Annual billing' });

export const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Pixels that a page would have to be scrolled sideways by. */
export const hiddenWidth = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Serves the page of an address with another text. */
export const changePage = (page: Page, address: string, change: (text: string) => string) =>
  page.route(`**${address}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });

/**
 * Asserts that a section is what the visitor now looks at: its top just under the header, or as far up
 * as the end of the page lets it come.
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

/**
 * Whether a part answers, in the page: `page`, a module, or what is mounted of it anywhere. It moves a pointer: a page
 * that nobody touches waits until it is quiet.
 */
export function isHydrated(part: string): boolean {
  window.dispatchEvent(new Event('pointermove'));
  if (document.documentElement.dataset['below'] !== undefined) return false;
  const wanted = `composed:hydrated:${part}`;
  return performance
    .getEntriesByType('mark')
    .some(({ name }) => name.startsWith(wanted) && /^(?:[./]|$)/.test(name.slice(wanted.length)));
}

/** Waits until the host’s own handlers respond, or those of a module. */
export async function hydrated(page: Page, part = 'page'): Promise<void> {
  await page.waitForFunction(isHydrated, part);
}

/**
 * Waits until the handlers of a remote answer.
 * @param timeout milliseconds; 0: as long as the test may take
 * @param section selector of the element around the remote; the first one in the page is meant
 */
export async function remoteHydrated(page: Page, timeout = 0, section = 'body'): Promise<void> {
  await page.waitForFunction(
    (within) => {
      window.dispatchEvent(new Event('pointermove'));
      const slot = document.querySelector(`${within} [data-slot]`)?.getAttribute('data-slot');
      return performance.getEntriesByName(`composed:hydrated:${slot}`).length > 0;
    },
    section,
    { timeout },
  );
}
