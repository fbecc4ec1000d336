import { holdPlace } from './hold-place';

/**
 * The id that a hash points to, percent-decoded as browsers do.
 * @returns null for the top of the page: no hash, '#' or '#top'
 */
export function anchorId(hash: string): string | null {
  const raw = hash.replace(/^#/, '');
  if (raw === '' || raw.toLowerCase() === 'top') return null;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

export const scrollToAnchor = (id: string) => (behavior: ScrollBehavior) =>
  document.getElementById(id)?.scrollIntoView({ block: 'start', behavior });

/**
 * Whether a page that was loaded with a hash goes to its anchor once more when scripts run, since late
 * content may have moved it. Not when the visitor has scrolled by then, and not when the browser has
 * restored an earlier position, as on reload and Back.
 * @param loadedBy PerformanceNavigationTiming.type
 */
export function holdsAnchorOnLoad(
  loadedBy: string | undefined,
  view: { readonly scrollY: number; readonly atAnchor: boolean },
): boolean {
  if (view.atAnchor) return true;
  return (loadedBy ?? 'navigate') === 'navigate' && view.scrollY === 0;
}

/** On the first load: keeps the page at its anchor, unless the visitor has scrolled elsewhere by now. */
export function holdAnchor(hash: string): (() => void) | null {
  const id = anchorId(hash);
  if (id === null) return null;
  const { scrollY } = window;
  const target = document.getElementById(id);
  const offset = target ? parseFloat(getComputedStyle(target).scrollMarginTop) || 0 : 0;
  const gap = (target?.getBoundingClientRect().top ?? Infinity) - offset;
  const atEnd = scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  const atAnchor = Math.abs(gap) < 4 || (atEnd && scrollY > 0 && gap > 0);
  const [load] = performance.getEntriesByType('navigation');
  if (!holdsAnchorOnLoad(load?.type, { scrollY, atAnchor })) return null;
  return holdPlace(scrollToAnchor(id), 'instant');
}
