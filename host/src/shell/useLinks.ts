import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRemoteSources } from '../remotes/RemoteSlot';
import { notFoundRoute, routeOf } from '../routes';
import { useSite, type Site } from '../site/site';
import { scrollBehavior } from './hold-place';

/** The page's first stop for the keyboard. */
export const skipLinkId = 'skip';

/** Part of the site's behaviour (host/README.md, Footer). */
export const scrollUpId = 'scrollUp';

/** Whether a click asks for no more than to go where its link leads: no new tab, no download. */
export const isPlain = (click: MouseEvent) =>
  click.button === 0 &&
  !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey || click.defaultPrevented);

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Where the link that holds an element leads inside the host.
 * @returns path with search and hash, without the base path; null when it is left to the browser
 */
export function destinationAt(element: EventTarget | null, site: Site): string | null {
  // '/' or '/preview/<name>/'.
  const { home } = site.links;
  const link = linkAt(element);
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null;
  const { origin, pathname, search, hash } = link;
  const here = window.location;
  if (origin !== here.origin || !`${pathname}/`.startsWith(home)) return null;
  const path = pathname.slice(home.length - 1) || '/';
  const isSamePage = pathname === here.pathname && search === here.search && hash !== '';
  return isSamePage || routeOf(path, site) !== notFoundRoute ? path + search + hash : null;
}

/** What the visitor's browser says about the connection; Chromium's alone does. */
const savesData = () =>
  Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true;

/**
 * Hands clicks on plain links to the host's own routes to the router's `navigate`, wherever they are: remotes and
 * static markup have no router. The scroll-to-top control makes no entry in the history. Fetches the remotes of
 * a page as soon as a pointer comes to a link to it, or the link takes the focus, unless data is to be saved.
 */
export function useLinks(): void {
  const sources = useRemoteSources();
  const site = useSite();
  const navigate = useNavigate();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event.target);
      const destination = isPlain(event) ? destinationAt(link, site) : null;
      if (!link || destination === null) return;
      event.preventDefault();
      if (link.id === scrollUpId) {
        // To the top, where the next Tab begins.
        document.getElementById(skipLinkId)?.focus({ preventScroll: true });
        window.scrollTo({ top: 0, behavior: scrollBehavior() });
        return;
      }
      // Like the browser, the same address again makes no second entry in the history.
      void navigate(destination, { replace: link.href === window.location.href });
    };
    const onIntent = ({ target }: Event) => {
      const destination = destinationAt(target, site);
      if (destination === null || savesData()) return;
      const { remotes = [] } = routeOf(destination.replace(/[?#].*/, ''), site);
      remotes.forEach((id) => sources.get(id)?.prefetch());
    };
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('click', onClick, { signal });
    document.addEventListener('pointerover', onIntent, { signal });
    document.addEventListener('focusin', onIntent, { signal });
    return () => ended.abort();
  }, [sources, navigate, site]);
}
