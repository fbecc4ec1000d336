import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { notFoundRoute, routeOf } from '../routes';
import { useSite } from '../site';
import { scrollBehavior } from './hold-place';

/** The page's first stop for the keyboard. */
export const skipLinkId = 'skip';

/** Part of the site's behaviour (host/README.md, Footer). */
export const scrollUpId = 'scrollUp';

/** Whether a click asks for no more than to go where its link leads: no new tab, no download. */
export const isPlain = (click: MouseEvent) =>
  click.button === 0 &&
  !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey || click.defaultPrevented);

/**
 * Where a link leads inside the host.
 * @param here absolute address of the page
 * @param basePath '' or '/preview/<name>'
 * @returns path with search and hash, without the base path; null when the link is left to the browser
 */
export function destinationOf(
  link: HTMLAnchorElement,
  here: string,
  basePath: string,
): string | null {
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null;
  if (!URL.canParse(link.href)) return null;
  const to = new URL(link.href);
  const from = new URL(here);
  if (to.origin !== from.origin || !`${to.pathname}/`.startsWith(`${basePath}/`)) return null;
  const path = to.pathname.slice(basePath.length) || '/';
  const samePage = to.pathname === from.pathname && to.search === from.search && to.hash !== '';
  if (!samePage && routeOf(path) === notFoundRoute) return null;
  return path + to.search + to.hash;
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

/** Where the link that holds an element leads inside the host; null where there is none. */
export function destinationAt(target: EventTarget | null, home: string): string | null {
  const link = linkAt(target);
  return link && destinationOf(link, window.location.href, home.replace(/\/$/, ''));
}

/** To the top, where the next Tab begins. */
function scrollUp(): void {
  document.getElementById(skipLinkId)?.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
}

/**
 * Hands clicks on plain links to the host's own routes to the router's `navigate`, wherever they are in the
 * page: remotes and static markup have no router, and before hydration the same links load pages. The
 * scroll-to-top control makes no entry in the history.
 */
export function usePlainLinks(): void {
  const { home } = useSite().links;
  const navigate = useNavigate();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event.target);
      const destination = isPlain(event) ? destinationAt(link, home) : null;
      if (!link || destination === null) return;
      event.preventDefault();
      if (link.id === scrollUpId) scrollUp();
      // Like the browser, the same address again makes no second entry in the history.
      else void navigate(destination, { replace: link.href === window.location.href });
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate, home]);
}
