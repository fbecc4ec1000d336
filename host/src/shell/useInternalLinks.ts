import { useEffect } from 'react';
import { partOf } from '../hydration/intents';
import { useSiteLinks } from '../site';
import type { Navigate } from '../routing/useVisits';
import { clientDestination } from './internal-links';

/** In a part that is not hydrated yet, whose clicks React stops before they come back up to the document. */
function isAsleep(element: Element): boolean {
  const part = partOf(element);
  return part !== null && window.pageIntents?.alive.has(part) === false;
}

/**
 * Turns clicks on plain links to the host's own routes into client navigations, wherever in the page
 * they stand, so that remotes need no router. Before hydration the same links load pages.
 */
export function useInternalLinks(navigate: Navigate): void {
  const { home } = useSiteLinks();

  useEffect(() => {
    const basePath = home.replace(/\/$/, '');
    const follow = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const link = event.target.closest('a[href]');
      if (!(link instanceof HTMLAnchorElement)) return;
      const destination = clientDestination(event, link, window.location.href, basePath);
      if (destination === null) return;
      event.preventDefault();
      // Like the browser, the same address again makes no second entry in the history.
      navigate(destination, { replace: link.href === window.location.href });
    };
    const followAsleep = (event: MouseEvent) => {
      if (event.target instanceof Element && isAsleep(event.target)) follow(event);
    };
    document.addEventListener('click', followAsleep, true);
    document.addEventListener('click', follow);
    return () => {
      document.removeEventListener('click', followAsleep, true);
      document.removeEventListener('click', follow);
    };
  }, [navigate, home]);
}
