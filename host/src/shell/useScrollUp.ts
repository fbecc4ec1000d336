import { useEffect } from 'react';
import { scrollBehavior } from './hold-place';

/** The page's first stop for the keyboard. */
export const skipLinkId = 'skip';

/** Part of the site's behaviour (host/README.md, Footer). */
export const scrollUpId = 'scrollUp';

/**
 * Takes the visitor to the top without an entry in the history, and the next Tab begins there. Listens at
 * the document in the capture phase, since React stops the clicks on what it has not hydrated, as the
 * footer. Use it before `useInternalLinks`, which leaves alone a click that is handled already.
 */
export function useScrollUp(): void {
  useEffect(() => {
    const scrollUp = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (!(event.target instanceof Element) || !event.target.closest(`#${scrollUpId}`)) return;
      event.preventDefault();
      document.getElementById(skipLinkId)?.focus({ preventScroll: true });
      window.scrollTo({ top: 0, behavior: scrollBehavior() });
    };
    document.addEventListener('click', scrollUp, true);
    return () => document.removeEventListener('click', scrollUp, true);
  }, []);
}
