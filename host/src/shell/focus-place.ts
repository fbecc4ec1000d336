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

/**
 * Focuses the page's heading, or its content where the heading is yet to come. A remote that arrives later
 * brings a heading of its own for the one that stood in for it: focus goes over to that.
 * @returns stops following the heading
 */
export function focusPage(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  const find = () => main.querySelector('h1') ?? main;
  let place = find();
  focusPlace(place);
  const follow = new MutationObserver(() => {
    if (place.isConnected || document.activeElement !== document.body) return;
    place = find();
    focusPlace(place);
  });
  follow.observe(main, { childList: true, subtree: true });
  return () => follow.disconnect();
}
