/**
 * Moves focus to a heading or section without scrolling, so that the next Tab and a screen reader go on
 * from there. An element that cannot take focus can for as long as it has it.
 */
export function focusPlace(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * Focuses the page's heading, or its content until the heading is there. When a remote that arrives later
 * replaces the heading, focus moves to the new one.
 * @returns stops watching the heading
 */
export function focusPage(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  const find = () => main.querySelector('h1') ?? main;
  let place = find();
  focusPlace(place);
  const changes = new MutationObserver(() => {
    const { activeElement } = document;
    const isGone = !place.isConnected && activeElement === document.body;
    const waitsInMain = place === main && activeElement === main;
    if (!isGone && !waitsInMain) return;
    const found = find();
    if (found === place) return;
    place = found;
    focusPlace(place);
  });
  changes.observe(main, { childList: true, subtree: true });
  return () => changes.disconnect();
}

/**
 * Focuses the element with an id. Until it is in the page, the page's heading has the focus; then the
 * element gets it, unless the visitor has moved on meanwhile.
 * @returns stops waiting
 */
export function focusSection(id: string): () => void {
  const target = document.getElementById(id);
  if (target) {
    focusPlace(target);
    return () => undefined;
  }
  const stopFocus = focusPage();
  const stop = () => {
    arrival.disconnect();
    stopFocus();
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
