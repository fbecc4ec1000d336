import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { catchAll } from '@composed/contracts/page-addresses';
import { moduleIdsAt, routeOf } from '../site/page-routes';
import { useSiteRuntime, type SiteRuntime } from '../site/site-runtime';
import { isPlain } from '../hydration/recorded-interactions';
import type { PageRoute } from '../site/site-config';
import { scrollBehavior } from './scroll-restoration';

/** The id of the shell's link to the content, which gets the first Tab. */
export const skipLinkId = 'skip';

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Returns the destination of the link around an element, if the router can show it.
 * @returns path with search and hash, without the base path; null if the browser has to follow the link
 */
export function destinationAt(
  element: EventTarget | null,
  {
    basePath,
    routes,
    sources,
    nesting,
  }: Pick<SiteRuntime, 'basePath' | 'sources' | 'nesting'> & { readonly routes: PageRoute[] },
): string | null {
  const link = linkAt(element);
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null;
  const { origin, pathname, search, hash } = link;
  const here = window.location;
  if (origin !== here.origin || !`${pathname}/`.startsWith(`${basePath}/`)) return null;
  const path = pathname.slice(basePath.length) || '/';
  const isSamePage = pathname === here.pathname && search === here.search && hash !== '';
  if (isSamePage) return path + search + hash;
  const neededIds = moduleIdsAt({ routes, nesting }, path);
  const isHere = neededIds.every((id) => sources.get(id)?.isPinned !== false);
  const to = routeOf(routes, path);
  if (!isHere || to.path === catchAll) return null;
  // A page in another language or direction needs another document.
  const from = routeOf(routes, here.pathname.slice(basePath.length) || '/');
  return to.lang === from.lang && to.dir === from.dir ? path + search + hash : null;
}

/** Whether the visitor wants to save data. Only Chromium has `navigator.connection`. */
const savesData = () =>
  Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true;

/**
 * Passes clicks on plain links to routes of the host to the router's `navigate`. Remotes and static markup have plain
 * links, since they have no router. A link to `#top` adds no history entry. When a link is hovered or focused, the
 * remotes of its page are fetched, unless the visitor wants to save data.
 */
export function useLinks(): void {
  const runtime = useSiteRuntime();
  const navigate = useNavigate();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event.target);
      const destination = isPlain(event) ? destinationAt(link, runtime) : null;
      if (!link || destination === null) return;
      event.preventDefault();
      if (link.getAttribute('href') === '#top') {
        // The visitor's next Tab then starts at the top.
        document.getElementById(skipLinkId)?.focus({ preventScroll: true });
        window.scrollTo({ top: 0, behavior: scrollBehavior() });
        return;
      }
      // As in browsers, a link to the current address adds no second history entry.
      void navigate(destination, { replace: link.href === window.location.href });
    };
    const onIntent = ({ target }: Event) => {
      const destination = destinationAt(target, runtime);
      if (destination === null || savesData()) return;
      const neededIds = moduleIdsAt(runtime, destination.replace(/[?#].*/, ''));
      neededIds.forEach((id) => runtime.sources.get(id)?.prefetch());
    };
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('click', onClick, { signal });
    document.addEventListener('pointerover', onIntent, { signal });
    document.addEventListener('focusin', onIntent, { signal });
    return () => ended.abort();
  }, [runtime, navigate]);
}
