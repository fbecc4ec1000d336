const storageKey = 'places';

function isPlace(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}

/** Pages left before this one in the tab; none where storage is blocked or was written by another. */
function read(): Map<string, number> {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return new Map(Array.isArray(saved) ? saved.filter(isPlace) : []);
  } catch {
    return new Map();
  }
}

function write(places: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places]));
  } catch {
    // Blocked or full: places are then known until the page is left.
  }
}

export interface ScrollMemory {
  /** From now on scrolling is remembered for this history entry. */
  readonly look: (entry: string) => void;
  /** Pixels from the top, or null for an entry never looked at. */
  readonly placeOf: (entry: string) => number | null;
  readonly stop: () => void;
}

/**
 * Remembers how far each history entry is scrolled, across client navigations and reloads. Takes scroll
 * restoration over from the browser, which would restore before the page is there, and gives it back
 * whenever the page is left, so that a reload needs no script.
 */
export function rememberScroll(): ScrollMemory {
  const places = read();
  const ended = new AbortController();
  const { signal } = ended;
  let current: string | null = null;

  const note = () => {
    if (current !== null) places.set(current, window.scrollY);
  };
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const handBack = () => {
    history.scrollRestoration = 'auto';
    write(places);
  };
  takeOver();
  window.addEventListener('scroll', note, { passive: true, signal });
  window.addEventListener('pagehide', handBack, { signal });
  window.addEventListener('pageshow', takeOver, { signal });
  return {
    look(entry) {
      current = entry;
      note();
    },
    placeOf: (entry) => places.get(entry) ?? null,
    stop() {
      handBack();
      ended.abort();
    },
  };
}
