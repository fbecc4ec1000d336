declare global {
  interface Window {
    /** How often "Try again" was pressed. The container may be loaded anew; the page remembers. */
    faultPresses?: number;
  }
}

if (window.faultPresses === undefined) {
  window.faultPresses = 0;
  window.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button?.textContent !== 'Try again') return;
      window.faultPresses = (window.faultPresses ?? 0) + 1;
    },
    true,
  );
}

/**
 * Whether the page, which the fault server has marked, has this fault. It ends with the second "Try again":
 * the first one shows that it can fail again.
 */
export function has(fault: string): boolean {
  return document.documentElement.dataset['fault'] === fault && (window.faultPresses ?? 0) < 2;
}
