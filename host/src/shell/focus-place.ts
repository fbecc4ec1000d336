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
    const { activeElement } = document;
    const isGone = !place.isConnected && activeElement === document.body;
    const waitsInMain = place === main && activeElement === main;
    if (!isGone && !waitsInMain) return;
    const found = find();
    if (found === place) return;
    place = found;
    focusPlace(place);
  });
  follow.observe(main, { childList: true, subtree: true });
  return () => follow.disconnect();
}

/**
 * Focuses the element with an id. Where its part of the page is yet to come, the page's heading has the
 * focus until then, and the element gets it unless the visitor has gone on meanwhile.
 * @returns stops waiting
 */
export function focusSection(id: string): () => void {
  const target = document.getElementById(id);
  if (target) {
    focusPlace(target);
    return () => undefined;
  }
  const unfollow = focusPage();
  const stop = () => {
    arrival.disconnect();
    unfollow();
  };
  const arrival = new MutationObserver(() => {
    const late = document.getElementById(id);
    if (!late) return;
    stop();
    const { activeElement } = document;
    if (activeElement?.matches('body, #main, #main h1')) focusPlace(late);
  });
  arrival.observe(document.body, { childList: true, subtree: true });
  return stop;
}
