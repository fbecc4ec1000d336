import { useEffect } from 'react';

/** Calls `onRestored` when the page comes back from the browser's back/forward cache. */
export function useRestoredPage(onRestored: () => void): void {
  useEffect(() => {
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, [onRestored]);
}
