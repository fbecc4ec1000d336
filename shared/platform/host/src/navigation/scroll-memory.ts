import { keepForEntry } from '../hydration/state-transfer';

const storageKey = 'positions';

const isPosition = (pair: [string, unknown]): pair is [string, number] =>
  typeof pair[1] === 'number';

/** Pixels from the top by history entry, of pages left before this one in the tab. */
function read(): Map<string, number> {
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
 * Finds the element that had the focus, or in a page that was rendered anew its successor: at the same index among the
 * elements with the same tag, link, name and text.
 */
function finderOf(focused: Element): () => HTMLElement | null {
  const signature = signatureOf(focused);
  return findLater(signature, elementsLike(signature).indexOf(focused));
}

const signatureOf = (each: Element) =>
  [each.localName, each.getAttribute('href'), each.getAttribute('name'), each.textContent].join();
const elementsLike = (signature: string): Element[] =>
  [...document.querySelectorAll(signature.replace(/,.*/s, ''))].filter(
    (each) => signatureOf(each) === signature,
  );

/** Apart from `finderOf`, in which the function would keep the element, and so its page, in memory. */
const findLater = (signature: string, index: number) => () => {
  const element = elementsLike(signature)[index];
  return element instanceof HTMLElement ? element : null;
};

/** How far each history entry is scrolled, across client navigations and reloads, and what had the focus there. */
export function createScrollMemory() {
  let lastPosition: ReturnType<typeof read> | undefined;
  // Read late, since the first access to the storage waits for the browser’s process.
  const positions = () => (lastPosition ??= read());
  const finders = new Map<string, ReturnType<typeof finderOf>>();
  let current = '';
  const leave = () => {
    if (current === '') return;
    keepForEntry(positions(), current, window.scrollY);
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body)
      keepForEntry(finders, current, finderOf(activeElement));
    else finders.delete(current);
  };
  const takeOver = () => (history.scrollRestoration = 'manual');
  const handBack = () => {
    leave();
    history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions()]));
    } catch {
      // Blocked or full: positions are then known until the page is left.
    }
  };
  return {
    /**
     * Takes scroll restoration over from the browser, which would restore before the page is there, and gives it
     * back whenever the page is left, so that a reload needs no script.
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
    /** The entry whose page is shown from now on. */
    enter(entry: string) {
      current = entry;
    },
    /** Notes the position of the entry that is shown. Call it before another page is shown. */
    leave,
    /** Pixels from the top, or null for an entry that was not left. */
    positionOf: (entry: string) => positions().get(entry) ?? null,
    /** The element that had the focus as the entry was left; null where nothing had, or it is not there. */
    focusOf: (entry: string) => finders.get(entry)?.() ?? null,
  };
}
