import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { catchAll } from '@composed/contracts/page-addresses';
import { neededBy, routeOf, useHost, type Host } from '../host';
import { isPlain } from '../hydration/recorded-interactions';
import type { PageRoute } from '../site-config';
import { scrollBehavior } from './scroll-restoration';

/** The id of the shell's link to the content, the first stop of the keyboard. */
export const skipLinkId = 'skip';

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * The destination within the host of the link around an element.
 * @returns path with search and hash, without the base path; null when it is left to the browser
 */
export function destinationAt(
  element: EventTarget | null,
  {
    basePath,
    routes,
    sources,
    pins,
  }: Pick<Host, 'basePath' | 'sources' | 'pins'> & { readonly routes: PageRoute[] },
): string | null {
  const link = linkAt(element);
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null;
  const { origin, pathname, search, hash } = link;
  const here = window.location;
  if (origin !== here.origin || !`${pathname}/`.startsWith(`${basePath}/`)) return null;
  const path = pathname.slice(basePath.length) || '/';
  const isSamePage = pathname === here.pathname && search === here.search && hash !== '';
  if (isSamePage) return path + search + hash;
  const neededIds = neededBy({ routes, pins }, path);
  const isHere = neededIds.every((id) => sources.get(id)?.isPinned !== false);
  const to = routeOf(routes, path);
  if (!isHere || to.path === catchAll) return null;
  // Another language, or direction, is another document.
  const from = routeOf(routes, here.pathname.slice(basePath.length) || '/');
  return to.lang === from.lang && to.dir === from.dir ? path + search + hash : null;
}

/** The visitor's connection, which Chromium alone describes. */
const savesData = () =>
  Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true;

/**
 * Hands clicks on plain links to the host’s own routes to the router’s `navigate`. Remotes and static markup have
 * plain links, since they have no router. A link to `#top` makes no entry in the history. The remotes of a page are
 * fetched as soon as a pointer comes to a link to it, or the link takes the focus, unless data is to be saved.
 */
export function useLinks(): void {
  const host = useHost();
  const navigate = useNavigate();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event.target);
      const destination = isPlain(event) ? destinationAt(link, host) : null;
      if (!link || destination === null) return;
      event.preventDefault();
      if (link.getAttribute('href') === '#top') {
        // The next Tab begins at the top.
        document.getElementById(skipLinkId)?.focus({ preventScroll: true });
        window.scrollTo({ top: 0, behavior: scrollBehavior() });
        return;
      }
      // Like the browser, the same address again makes no second entry in the history.
      void navigate(destination, { replace: link.href === window.location.href });
    };
    const onIntent = ({ target }: Event) => {
      const destination = destinationAt(target, host);
      if (destination === null || savesData()) return;
      const neededIds = neededBy(host, destination.replace(/[?#].*/, ''));
      neededIds.forEach((id) => host.sources.get(id)?.prefetch());
    };
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('click', onClick, { signal });
    document.addEventListener('pointerover', onIntent, { signal });
    document.addEventListener('focusin', onIntent, { signal });
    return () => ended.abort();
  }, [host, navigate]);
}
