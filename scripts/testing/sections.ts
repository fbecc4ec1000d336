import { expect, type Page } from '@playwright/test';

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
 * Waits until the first part of the page that a selector finds is hydrated. Its mark says so, except under
 * Playwright's clock, which puts an empty performance timeline in the place of the browser's.
 */
async function partHydrated(page: Page, selector: string, timeout: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const part = document.querySelector<HTMLElement>(wanted);
      if (!part) return false;
      const { recordedInteractions } = window as {
        recordedInteractions?: { hydrated: WeakSet<Element> };
      };
      const mark = `hydrated:${part.dataset['slot'] ?? 'page'}`;
      return performance instanceof Performance
        ? performance.getEntriesByName(mark).length > 0
        : recordedInteractions?.hydrated.has(part) === true;
    },
    selector,
    { timeout },
  );
}

/** Waits until the host's own handlers answer; for what is only true then. */
export async function hydrated(page: Page): Promise<void> {
  await partHydrated(page, '#root', 30_000);
}

/** Waits until the handlers of the page's remote answer. */
export async function alive(page: Page, timeout = 10_000): Promise<void> {
  await partHydrated(page, '[data-slot]', timeout);
}
