/** At once for those who want no motion. Not in the style sheet: there it would slow Back and loads, too. */
export const scrollBehavior = () =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** Events by which the visitor takes over. */
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

type Go = (behavior: ScrollBehavior) => void;

/**
 * Scrolls to a place, and again whenever late content changes the page's height, until the visitor scrolls or acts.
 * @param go scrolls to the place, if it is there yet
 * @returns stops holding the place
 */
export function holdPlace(go: Go, first: ScrollBehavior): () => void {
  const page = document.documentElement;
  const ended = new AbortController();
  const { signal } = ended;
  let height = page.scrollHeight;
  let arrived = false;

  const travel = (behavior: ScrollBehavior) => {
    arrived = false;
    go(behavior);
    // A frame's scroll events come before its animation callbacks, so our own has been heard by then.
    if (behavior === 'instant') requestAnimationFrame(() => (arrived = true));
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
  window.addEventListener('scrollend', () => (arrived = true), { signal });
  // Scrolling that none of the above announces: the scrollbar, a screen reader, find in page.
  const onScroll = () => arrived && page.scrollHeight === height && letGo();
  window.addEventListener('scroll', onScroll, { passive: true, signal });
  return letGo;
}
