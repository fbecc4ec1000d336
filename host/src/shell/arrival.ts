import type { Move, Visit } from '../routing/visit';

type Stop = Pick<Visit, 'pathname' | 'hash'>;

/** Where the page scrolls to. */
export type Place =
  | { readonly kind: 'top' }
  | { readonly kind: 'anchor'; readonly id: string }
  | { readonly kind: 'saved'; readonly y: number };

export interface Arrival {
  readonly place: Place;
  /** Smooth within a page, at once between pages. */
  readonly smooth: boolean;
  /** `page`: on its heading. `stay`: where it is. */
  readonly focus: 'page' | 'section' | 'stay';
}

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

/**
 * What a client navigation does to scroll and focus.
 * @param savedY where the visitor had scrolled to when this history entry was last left, in pixels
 */
export function planArrival(from: Stop, to: Stop, move: Move, savedY: number | null): Arrival {
  const id = anchorId(to.hash);
  const samePage = from.pathname === to.pathname;
  if (move === 'POP' && savedY !== null) {
    const focus = samePage ? 'stay' : 'page';
    return { place: { kind: 'saved', y: savedY }, smooth: false, focus };
  }
  const smooth = samePage && move !== 'POP';
  if (id === null) return { place: { kind: 'top' }, smooth, focus: 'page' };
  return { place: { kind: 'anchor', id }, smooth, focus: 'section' };
}

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
