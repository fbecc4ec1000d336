import { useEffect } from 'react';
import { isDehydrated } from '../hydration/recorded-interactions';
import { useSiteLinks } from '../site';
import type { Navigate } from '../routing/useVisits';
import { clientDestination } from './internal-links';

/**
 * Turns clicks on plain links to the host's own routes into client navigations, wherever they are in the
 * page, so that remotes need no router. Before hydration the same links load pages.
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
    const followDehydrated = (event: MouseEvent) => {
      if (event.target instanceof Element && isDehydrated(event.target)) follow(event);
    };
    document.addEventListener('click', followDehydrated, true);
    document.addEventListener('click', follow);
    return () => {
      document.removeEventListener('click', followDehydrated, true);
      document.removeEventListener('click', follow);
    };
  }, [navigate, home]);
}
