import { useLayoutEffect, useRef, useState } from 'react';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import { routeOf } from '../routes';
import type { Visit } from '../routing/visit';
import { anchorId, holdAnchor, scrollToAnchor } from './anchors';
import { holdFocus } from './hold-focus';
import { holdPlace, scrollBehavior } from './hold-place';
import { rememberScroll, type ScrollMemory } from './scroll-memory';

/** Entries that no script made share a key, so the address is part of their name. */
const entryOf = ({ key, pathname, hash }: Visit) => key + pathname + hash;

/**
 * Scrolls and focuses as a page load would: smoothly within a page, at once between pages.
 * @param savedY where the visitor had scrolled to when this history entry was last left, in pixels
 * @returns stops holding the place and the focus
 */
function arrive(from: Visit, to: Visit, savedY: number | null): () => void {
  const isSamePage = from.pathname === to.pathname;
  const isReturn = to.move === 'POP' && savedY !== null;
  const id = isReturn ? null : anchorId(to.hash);
  const top = isReturn ? savedY : 0;
  const stopFocus = isReturn && isSamePage ? undefined : holdFocus(id);
  const go =
    id === null
      ? (behavior: ScrollBehavior) => window.scrollTo({ top, behavior })
      : scrollToAnchor(id);
  const letGo = holdPlace(go, isSamePage && to.move !== 'POP' ? scrollBehavior() : 'instant');
  return () => {
    stopFocus?.();
    letGo();
  };
}

/**
 * Does for a client navigation what a page load would have done: title, focus, scroll, and the new title
 * announced once.
 */
export function RouteChanges({ visit }: { readonly visit: Visit }) {
  const { title } = routeOf(visit.pathname);
  const [shown, setShown] = useState({ path: visit.pathname, announcement: '' });
  if (shown.path !== visit.pathname) setShown({ path: visit.pathname, announcement: title });

  const memory = useRef<ScrollMemory | null>(null);
  const previous = useRef<Visit | null>(null);
  const letGo = useRef<(() => void) | null>(null);

  useLayoutEffect(() => {
    const scrolls = rememberScroll();
    memory.current = scrolls;
    return () => {
      scrolls.stop();
      letGo.current?.();
      previous.current = null;
    };
  }, []);

  useLayoutEffect(() => {
    const from = previous.current;
    if (from === visit) return;
    previous.current = visit;
    letGo.current?.();
    document.title = title;
    const savedY = memory.current?.placeOf(entryOf(visit)) ?? null;
    letGo.current = from === null ? holdAnchor(visit.hash) : arrive(from, visit, savedY);
    memory.current?.look(entryOf(visit));
  }, [visit, title]);

  return (
    <VisuallyHidden role="status" data-boundary="host">
      {shown.announcement}
    </VisuallyHidden>
  );
}
