/**
 * Moves focus to a heading or section without scrolling, so that the next Tab and a screen reader go on
 * from there. What cannot take focus gets it for as long as it keeps it.
 */
export function focusPlace(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Focuses the page's heading, or its content where the heading is yet to come. */
export function focusPage(): void {
  const main = document.getElementById('main');
  const place = main?.querySelector('h1') ?? main;
  if (place) focusPlace(place);
}
