/** Signs that the visitor takes over. */
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Goes to a place and, as late content changes the page's height, goes there again, until the visitor
 * scrolls or acts.
 * @param go scrolls to the place, if it is there yet
 * @returns lets go of the place
 */
export function holdPlace(
  go: (behavior: ScrollBehavior) => void,
  first: ScrollBehavior,
): () => void {
  const page = document.documentElement;
  const ended = new AbortController();
  const { signal } = ended;
  let height = page.scrollHeight;
  let settled = false;

  const travel = (behavior: ScrollBehavior) => {
    settled = false;
    go(behavior);
    // A frame's scroll events come before its animation callbacks: ours has been told by then.
    if (behavior === 'instant') requestAnimationFrame(() => (settled = true));
  };
  const watcher = new ResizeObserver(() => {
    if (page.scrollHeight === height) return;
    height = page.scrollHeight;
    travel('instant');
  });
  const letGo = () => {
    watcher.disconnect();
    ended.abort();
  };

  travel(first);
  watcher.observe(document.body);
  for (const type of takeovers) {
    window.addEventListener(type, letGo, { capture: true, passive: true, signal });
  }
  window.addEventListener('scrollend', () => (settled = true), { signal });
  // Scrolling that none of the above announces: the scrollbar, a screen reader, find in page.
  const notice = () => settled && page.scrollHeight === height && letGo();
  window.addEventListener('scroll', notice, { passive: true, signal });
  return letGo;
}
