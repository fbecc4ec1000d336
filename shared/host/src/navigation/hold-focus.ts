/** The next Tab goes on from there. An element that cannot take focus can while it has it. */
function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Focuses the element with an id, the page’s heading, or its content: the first that is there. The focus moves on
 * when a better one comes later, or a remote replaces it, unless the visitor has moved it.
 */
export function holdFocus(id: string | null): (() => void) | undefined {
  const main = document.getElementById('main');
  if (!main) return undefined;
  const find = () =>
    (id === null ? null : document.getElementById(id)) ?? main.querySelector('h1') ?? main;
  let place = find();
  focusPlace(place);
  const changes = new MutationObserver(() => {
    const found = find();
    const { activeElement } = document;
    if (found === place || (activeElement !== place && activeElement !== document.body)) return;
    place = found;
    focusPlace(place);
  });
  changes.observe(main, { childList: true, subtree: true });
  return () => changes.disconnect();
}
