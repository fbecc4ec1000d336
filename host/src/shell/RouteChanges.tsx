import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { routeOf } from '../routes';
import { entryOf, type Visit } from '../routing/useVisit';
import { anchorId, holdAnchor, scrollToAnchor } from './anchors';
import { holdFocus } from './hold-focus';
import { holdPlace, scrollBehavior } from './hold-place';
import { createScrollMemory } from './scroll-memory';

/**
 * Scrolls and focuses as a page load would: smoothly within a page, at once between pages.
 * @param savedY where the visitor had scrolled to when this history entry was last left, in pixels
 * @returns stops holding the place and the focus
 */
function arrive(from: Visit, to: Visit, savedY: number | null): () => void {
  const isSamePage = from.location.pathname === to.location.pathname;
  const isReturn = to.isReturn && savedY !== null;
  const id = isReturn ? null : anchorId(to.location.hash);
  const top = isReturn ? savedY : 0;
  const stopFocus = isReturn && isSamePage ? undefined : holdFocus(id);
  const go =
    id === null
      ? (behavior: ScrollBehavior) => window.scrollTo({ top, behavior })
      : scrollToAnchor(id);
  const letGo = holdPlace(go, isSamePage && !to.isReturn ? scrollBehavior() : 'instant');
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
  const { pathname, hash } = visit.location;
  const { title } = routeOf(pathname);
  const [shown, setShown] = useState({ path: pathname, announcement: '' });
  if (shown.path !== pathname) setShown({ path: pathname, announcement: title });

  const [memory] = useState(createScrollMemory);
  useLayoutEffect(() => memory.begin(), [memory]);

  // The address changes before the page does.
  const location = useLocation();
  useLayoutEffect(() => memory.leave(), [memory, location]);

  const previous = useRef(visit);
  useLayoutEffect(() => {
    const from = previous.current;
    previous.current = visit;
    document.title = title;
    const entry = entryOf(visit);
    const letGo = from === visit ? holdAnchor(hash) : arrive(from, visit, memory.placeOf(entry));
    memory.look(entry);
    return letGo;
  }, [visit, title, hash, memory]);

  return (
    <VisuallyHidden role="status" data-boundary="host">
      {shown.announcement}
    </VisuallyHidden>
  );
}
