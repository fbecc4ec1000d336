import { keepForEntry } from '../hydration/state-transfer';

const storageKey = 'positions';

const isPosition = (pair: [string, unknown]): pair is [string, number] =>
  typeof pair[1] === 'number';

/** Reads the stored scroll positions of this tab's history entries, in pixels from the top. */
function readPositions(): Map<string, number> {
  try {
    const storedEntries = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [
      string,
      unknown,
    ][];
    return new Map(storedEntries.filter(isPosition));
  } catch {
    return new Map();
  }
}

/**
 * Creates a function that finds an element again. In a page that was rendered again, it finds the element at the same
 * index among those with the same tag, link, name and text.
 */
function createFinder(focused: Element): () => HTMLElement | null {
  const signature = signatureOf(focused);
  return findLater(signature, elementsLike(signature).indexOf(focused));
}

const signatureOf = (element: Element) =>
  [
    element.localName,
    element.getAttribute('href'),
    element.getAttribute('name'),
    element.textContent,
  ].join();
const elementsLike = (signature: string): Element[] => {
  const tag = signature.replace(/,.*/s, '');
  return [...document.querySelectorAll(tag)].filter((each) => signatureOf(each) === signature);
};

/** A separate function, since a closure in `createFinder` would keep the element, and so its page, in memory. */
const findLater = (signature: string, index: number) => () => {
  const element = elementsLike(signature)[index];
  return element instanceof HTMLElement ? element : null;
};

/** Remembers scroll positions by history entry, across reloads too, and until a reload which element had the focus. */
export function createScrollMemory() {
  let storedPositions: ReturnType<typeof readPositions> | undefined;
  // Read on first use: the first access to `sessionStorage` blocks until another process of the browser responds.
  const positions = () => {
    storedPositions ??= readPositions();
    return storedPositions;
  };
  const finders = new Map<string, ReturnType<typeof createFinder>>();
  let current = '';
  const leave = () => {
    if (current === '') return;
    keepForEntry(positions(), current, window.scrollY);
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body)
      keepForEntry(finders, current, createFinder(activeElement));
    else finders.delete(current);
  };
  const takeOver = () => (history.scrollRestoration = 'manual');
  const handBack = () => {
    leave();
    history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions()]));
    } catch {
      // The storage is blocked or full. The positions are then lost with this document.
    }
  };
  return {
    /**
     * Takes scroll restoration over from the browser, which would restore a position before the page is shown. Gives it
     * back whenever the document is left, so that a reload restores the position without scripts.
     * @returns a function that gives scroll restoration back
     */
    begin() {
      takeOver();
      window.addEventListener('pagehide', handBack);
      window.addEventListener('pageshow', takeOver);
      return () => {
        handBack();
        window.removeEventListener('pagehide', handBack);
        window.removeEventListener('pageshow', takeOver);
      };
    },
    /** Sets the entry whose page is shown. */
    enter(entry: string) {
      current = entry;
    },
    /** Stores position and focus of the current entry. Call it before another page is shown. */
    leave,
    /** Returns the position in pixels from the top, or null for an entry that was never left. */
    positionOf: (entry: string) => positions().get(entry) ?? null,
    /** Finds the element that had the focus when the entry was left; null if there was none or it is gone. */
    focusOf: (entry: string) => finders.get(entry)?.() ?? null,
  };
}
