/** Returns 'instant' for visitors who want less motion. As a CSS property, `smooth` would slow Back and loads too. */
export const scrollBehavior = () =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** Events that show that the visitor wants to scroll. */
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

type ScrollTo = (behavior: ScrollBehavior) => void;

/**
 * Scrolls to a position, and again whenever late content changes the page's height, until the visitor scrolls or acts.
 * @param scroll scrolls to the position, if the page is already high enough
 * @param firstBehavior of the first scroll; the others are instant
 * @returns a function that stops it
 */
export function restoreScroll(scroll: ScrollTo, firstBehavior: ScrollBehavior): () => void {
  const page = document.documentElement;
  const ended = new AbortController();
  const { signal } = ended;
  let height = page.scrollHeight;
  let arrived = false;

  const scrollAgain = (behavior: ScrollBehavior) => {
    arrived = false;
    scroll(behavior);
    // In a frame, scroll events are dispatched before animation callbacks, so this scroll's own event comes first.
    if (behavior === 'instant') requestAnimationFrame(() => (arrived = true));
  };
  const watcher = new ResizeObserver(() => {
    if (page.scrollHeight === height) return;
    height = page.scrollHeight;
    scrollAgain('instant');
  });
  const stop = () => {
    watcher.disconnect();
    ended.abort();
  };

  scrollAgain(firstBehavior);
  watcher.observe(document.body);
  for (const type of takeovers) {
    window.addEventListener(type, stop, { capture: true, passive: true, signal });
  }
  window.addEventListener('scrollend', () => (arrived = true), { signal });
  // The scrollbar, screen readers and find in page scroll without any of the events above.
  const onScroll = () => {
    if (arrived && page.scrollHeight === height) stop();
  };
  window.addEventListener('scroll', onScroll, { passive: true, signal });
  return stop;
}

/** Returns the id that a hash points to, or null for the top of the page: no hash, '#' or '#top'. */
export const anchorId = (hash: string) => (/^#?(?:top)?$/.test(hash) ? null : hash.slice(1));

/** Returns a function that scrolls to the element with an id, or if that is null, to a distance in pixels from the top. */
export const scrollTarget =
  (id: string | null, top = 0): ScrollTo =>
  (behavior) =>
    id === null
      ? window.scrollTo({ top, behavior })
      : document.getElementById(id)?.scrollIntoView({ block: 'start', behavior });

/**
 * Keeps the page at its anchor during the first load, since late content may move the anchor. Does nothing if the visitor
 * has scrolled elsewhere, or the browser has restored another position (after a reload or Back).
 * @returns a function that stops it
 */
export function restoreAnchor(hash: string): (() => void) | undefined {
  const id = anchorId(hash);
  const { scrollY } = window;
  const [load] = performance.getEntriesByType('navigation');
  if (id === null || (scrollY === 0 && load && load.type !== 'navigate')) return undefined;
  const stop = restoreScroll(scrollTarget(id), 'instant');
  if (scrollY === 0 || Math.abs(window.scrollY - scrollY) < 4) return stop;
  stop();
  window.scrollTo({ top: scrollY, behavior: 'instant' });
  return undefined;
}
