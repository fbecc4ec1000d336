import { useEffect } from 'react';
import { scrollBehavior } from './scroll-behavior';

/** The page's first stop for the keyboard. */
export const skipLinkId = 'skip';

/** Fixed by specification section 2. */
export const scrollUpId = 'scrollUp';

/**
 * Takes the visitor to the top without an entry in the history, and the next Tab begins there. Listens
 * at the document, in the capture phase: the footer is markup that React never hydrates, and React stops
 * the clicks on such. Use it before `useInternalLinks`, which leaves a click that is done alone.
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
