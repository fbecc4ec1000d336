import { keepForEntry } from '../hydration/state-transfer';

const storageKey = 'places';

/** Pixels from the top by history entry, of pages left before this one in the tab. */
function read(): Map<string, number> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as object;
    const isPlace = (entry: [string, unknown]): entry is [string, number] =>
      typeof entry[1] === 'number';
    return new Map(Object.entries<unknown>({ ...stored }).filter(isPlace));
  } catch {
    return new Map();
  }
}

/** How far each history entry is scrolled, across client navigations and reloads. */
export function createScrollMemory() {
  const places = read();
  /** None yet: ''. */
  let current = '';
  const note = () => keepForEntry(places, current, window.scrollY);
  const leave = () => {
    if (current !== '' && !places.has(current)) note();
  };
  const takeOver = () => (history.scrollRestoration = 'manual');
  const handBack = () => {
    leave();
    history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(places)));
    } catch {
      // Blocked or full: places are then known until the page is left.
    }
  };
  return {
    /**
     * Takes scroll restoration over from the browser, which would restore before the page is there, and gives it
     * back whenever the page is left, so that a reload needs no script.
     */
    begin() {
      const ended = new AbortController();
      const { signal } = ended;
      takeOver();
      window.addEventListener('scroll', note, { passive: true, signal });
      window.addEventListener('pagehide', handBack, { signal });
      window.addEventListener('pageshow', takeOver, { signal });
      return () => {
        handBack();
        ended.abort();
      };
    },
    /** From now on scrolling is remembered for this history entry. */
    look(entry: string) {
      current = entry;
      const place = places.get(entry);
      if (place !== undefined) keepForEntry(places, entry, place);
    },
    /**
     * Call before another entry's page is shown, for an entry that has not been scrolled. Not when it is first
     * looked at: within hydration, the browser would style the page once more for it.
     */
    leave,
    /** Pixels from the top, or null for an entry that was neither scrolled nor left. */
    placeOf: (entry: string) => places.get(entry) ?? null,
  };
}
