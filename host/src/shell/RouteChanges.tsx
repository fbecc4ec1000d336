import { useLayoutEffect, useRef, useState } from 'react';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import { routeOf } from '../routes';
import type { Visit } from '../routing/visit';
import { anchorId, holdsAnchorOnLoad, planArrival } from './arrival';
import type { Arrival } from './arrival';
import { focusPage, focusSection } from './focus-place';
import { holdPlace, scrollBehavior } from './hold-place';
import { rememberScroll } from './scroll-memory';
import type { ScrollMemory } from './scroll-memory';

/** Entries that no script made share a key, so the address is part of their name. */
const entryOf = ({ key, pathname, hash }: Visit) => key + pathname + hash;

const scrollToAnchor = (id: string) => (behavior: ScrollBehavior) =>
  document.getElementById(id)?.scrollIntoView({ block: 'start', behavior });

/** On the first load: keeps the page at its anchor, unless the visitor has scrolled elsewhere by now. */
function holdAnchor(hash: string): (() => void) | null {
  const id = anchorId(hash);
  if (id === null) return null;
  const { scrollY } = window;
  const target = document.getElementById(id);
  const offset = target ? parseFloat(getComputedStyle(target).scrollMarginTop) || 0 : 0;
  const gap = (target?.getBoundingClientRect().top ?? Infinity) - offset;
  const atEnd = scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  const atAnchor = Math.abs(gap) < 4 || (atEnd && scrollY > 0 && gap > 0);
  const [load] = performance.getEntriesByType('navigation');
  const loadedBy = load && 'type' in load ? String(load.type) : undefined;
  if (!holdsAnchorOnLoad(loadedBy, { scrollY, atAnchor })) return null;
  return holdPlace(scrollToAnchor(id), 'instant');
}

/** @returns stops holding the place and the focus */
function arrive({ place, smooth, focus }: Arrival): () => void {
  let stopFocus: (() => void) | undefined;
  if (focus === 'section' && place.kind === 'anchor') stopFocus = focusSection(place.id);
  else if (focus !== 'stay') stopFocus = focusPage();
  const top = place.kind === 'saved' ? place.y : 0;
  const go =
    place.kind === 'anchor'
      ? scrollToAnchor(place.id)
      : (behavior: ScrollBehavior) => window.scrollTo({ top, behavior });
  const letGo = holdPlace(go, smooth ? scrollBehavior() : 'instant');
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
    if (from === null) {
      letGo.current = holdAnchor(visit.hash);
    } else {
      letGo.current = arrive(planArrival(from, visit, visit.move, savedY));
    }
    memory.current?.look(entryOf(visit));
  }, [visit, title]);

  return (
    <VisuallyHidden role="status" data-boundary="host">
      {shown.announcement}
    </VisuallyHidden>
  );
}
