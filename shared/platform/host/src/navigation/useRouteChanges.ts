import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { routeOf } from '../site/page-routes';
import { useSiteRuntime } from '../site/site-runtime';
import type { ShownNavigation } from '../site/site-config';
import {
  anchorId,
  restoreAnchor,
  restoreScroll,
  scrollBehavior,
  scrollTarget,
} from './scroll-restoration';
import { createScrollMemory } from './scroll-memory';
import { entryKey } from './useShownNavigation';

/**
 * Focuses an element, so that the visitor's next Tab starts there. If the element is not focusable, it has a tabindex
 * until it loses the focus.
 */
function focusElement(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * Focuses the first of these that exists: the element that had the focus before, the one with the id, the page's heading,
 * its content. Moves the focus when a better one appears later or a remote replaces the element, unless the visitor has
 * moved the focus.
 * @returns a function that stops it
 */
function keepFocus(
  id: string | null,
  findLast: () => HTMLElement | null,
): (() => void) | undefined {
  const main = document.getElementById('main');
  if (!main) return undefined;
  const find = () =>
    findLast() ??
    (id === null ? null : document.getElementById(id)) ??
    main.querySelector('h1') ??
    main;
  let focused = find();
  focusElement(focused);
  const changes = new MutationObserver(() => {
    const best = find();
    const { activeElement } = document;
    const hasVisitorMoved = activeElement !== focused && activeElement !== document.body;
    if (best === focused || hasVisitorMoved) return;
    focused = best;
    focusElement(focused);
  });
  changes.observe(main, { childList: true, subtree: true });
  return () => changes.disconnect();
}

/** Scrolls and focuses as a page load would: smoothly within a page, instantly between pages. */
function arrive(
  from: ShownNavigation,
  to: ShownNavigation,
  memory: Pick<ReturnType<typeof createScrollMemory>, 'positionOf' | 'focusOf'>,
): () => void {
  const entry = entryKey(to);
  const savedY = memory.positionOf(entry);
  const isSamePage = from.location.pathname === to.location.pathname;
  const isReturn = to.isReturn && savedY !== null;
  const id = isReturn ? null : anchorId(to.location.hash);
  const findLast = () => (isReturn ? memory.focusOf(entry) : null);
  const stopFocus = isReturn && isSamePage && !findLast() ? undefined : keepFocus(id, findLast);
  const behavior = isSamePage && !to.isReturn ? scrollBehavior() : 'instant';
  const stopScroll = restoreScroll(scrollTarget(id, isReturn ? savedY : 0), behavior);
  return () => {
    stopFocus?.();
    stopScroll();
  };
}

/**
 * Sets title, focus and scroll position after a navigation, as a page load would.
 * @returns the new title, which the shell should announce to screen readers
 */
export function useRouteChanges(navigation: ShownNavigation): string {
  const { pathname, hash } = navigation.location;
  const runtime = useSiteRuntime();
  const route = routeOf(runtime.routes, pathname);
  const title = runtime.pages?.titleOf(route, runtime) ?? route.title;
  const [shownRoute, setShown] = useState({ path: pathname, announcement: '' });
  if (shownRoute.path !== pathname) setShown({ path: pathname, announcement: title });

  const [memory] = useState(createScrollMemory);
  useLayoutEffect(() => memory.begin(), [memory]);

  // Depends on the router's location, since the address changes before the page does.
  const location = useLocation();
  useLayoutEffect(() => memory.leave(), [memory, location]);

  const previous = useRef(navigation);
  useLayoutEffect(() => {
    const from = previous.current;
    previous.current = navigation;
    document.title = title;
    const entry = entryKey(navigation);
    const stopScroll = from === navigation ? restoreAnchor(hash) : arrive(from, navigation, memory);
    memory.enter(entry);
    return stopScroll;
  }, [navigation, title, hash, memory]);

  return shownRoute.announcement;
}
