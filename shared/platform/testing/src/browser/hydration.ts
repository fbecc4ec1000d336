import type { Page } from '@playwright/test';

/**
 * Runs in the page: whether a root is hydrated. It dispatches a pointer event, since a page without interactions
 * hydrates only when it is quiet.
 * @param root 'page', or the id of a module
 */
export function isHydrated(root: string): boolean {
  window.dispatchEvent(new Event('pointermove'));
  if (document.documentElement.dataset['below'] !== undefined) return false;
  const prefix = `composed:hydrated:${root}`;
  return performance
    .getEntriesByType('mark')
    .some(({ name }) => name.startsWith(prefix) && /^(?:[./]|$)/.test(name.slice(prefix.length)));
}

/** Waits until the page, or a module, is hydrated. */
export async function hydrated(page: Page, root = 'page'): Promise<void> {
  await page.waitForFunction(isHydrated, root);
}

/**
 * Waits until the first remote in a section is hydrated.
 * @param timeout in milliseconds; 0 for the time limit of the test
 * @param section the selector of an element around the remote
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
