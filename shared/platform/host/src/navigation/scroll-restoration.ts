/** Instant for visitors who want less motion. In the style sheet it would slow Back and loads, too. */
export const scrollBehavior = () =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** Events by which the visitor takes over. */
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

type Go = (behavior: ScrollBehavior) => void;

/**
 * Scrolls to a position, and again whenever late content changes the page's height, until the visitor scrolls or acts.
 * @param go scrolls to the position, if it is there yet
 */
export function restoreScroll(go: Go, first: ScrollBehavior): () => void {
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
  const stop = () => {
    watcher.disconnect();
    ended.abort();
  };

  travel(first);
  watcher.observe(document.body);
  for (const type of takeovers) {
    window.addEventListener(type, stop, { capture: true, passive: true, signal });
  }
  window.addEventListener('scrollend', () => (arrived = true), { signal });
  // Scrollbars, screen readers and find in page scroll without any of these events.
  const onScroll = () => arrived && page.scrollHeight === height && stop();
  window.addEventListener('scroll', onScroll, { passive: true, signal });
  return stop;
}

/** The id that a hash points to; null for the top: no hash, '#' or '#top'. */
export const anchorId = (hash: string) => (/^#?(?:top)?$/.test(hash) ? null : hash.slice(1));

/** Scrolls to the element with an id, or, without one, to this distance from the top (pixels). */
export const scrollTarget =
  (id: string | null, top = 0): Go =>
  (behavior) =>
    id === null
      ? window.scrollTo({ top, behavior })
      : document.getElementById(id)?.scrollIntoView({ block: 'start', behavior });

/**
 * Keeps the page at its anchor on the first load, since late content may move it. Does nothing when the visitor has
 * scrolled elsewhere, or the browser has restored another position (reload, Back).
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
