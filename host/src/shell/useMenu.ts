import { useEffect, useRef } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { useLocation } from 'react-router-dom';

interface Menu {
  readonly ref: RefObject<HTMLElement | null>;
  readonly onBlur: (event: FocusEvent) => void;
}

/** Does nothing to a closed popover, nor where popovers are not known and the menu always shows. */
function close(menu: HTMLElement | null): void {
  if (menu && 'hidePopover' in menu && menu.matches(':popover-open')) menu.hidePopover();
}

/**
 * What the browser's popover lacks as a menu of links: it closes on navigation, when focus goes on into
 * the page behind it, and when the screen grows wide enough to show the links in the bar. Opening,
 * Escape, the return of focus and the expanded state are the browser's, before scripts run too.
 * @param wide media query for a screen that shows the links in the bar
 */
export function useMenu(wide: string): Menu {
  const ref = useRef<HTMLElement>(null);
  const location = useLocation();
  const at = useRef(location);

  useEffect(() => {
    // Not on the first run: a menu opened before hydration stays open.
    if (at.current !== location) close(ref.current);
    at.current = location;
  }, [location]);

  useEffect(() => {
    const screen = window.matchMedia(wide);
    const closeMenu = () => close(ref.current);
    screen.addEventListener('change', closeMenu);
    return () => screen.removeEventListener('change', closeMenu);
  }, [wide]);

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
    // The menu's own button opens and closes it by itself.
    if (!relatedTarget.matches('[popovertarget]')) close(ref.current);
  };
  return { ref, onBlur };
}
