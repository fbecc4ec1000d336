import { holdPlace } from './hold-place';

/** The id that a hash points to, percent-decoded as browsers do; null for the top: no hash, '#' or '#top'. */
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
 * On the first load: keeps the page at its anchor, which late content may move. Not when the visitor has scrolled
 * elsewhere by now, nor when the browser has restored another place, as on reload and Back.
 */
export function holdAnchor(hash: string): (() => void) | undefined {
  const id = anchorId(hash);
  const { scrollY } = window;
  const [load] = performance.getEntriesByType('navigation');
  if (id === null || (scrollY === 0 && load && load.type !== 'navigate')) return undefined;
  const letGo = holdPlace(scrollToAnchor(id), 'instant');
  if (scrollY === 0 || Math.abs(window.scrollY - scrollY) < 4) return letGo;
  letGo();
  window.scrollTo({ top: scrollY, behavior: 'instant' });
  return undefined;
}
