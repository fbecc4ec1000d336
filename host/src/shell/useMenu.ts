import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Does nothing to a closed popover, nor where popovers are not known and the menu always shows. */
function close(menu: HTMLElement | null): void {
  if (menu && 'hidePopover' in menu && menu.matches(':popover-open')) menu.hidePopover();
}

/**
 * What the browser's popover lacks as a menu of links: it closes on navigation, when focus goes on into
 * the page behind it, and when the screen grows wide enough to show the links in the bar. Opening,
 * Escape, the return of focus and the expanded state are the browser's, before scripts run too.
 * @param menu the popover
 * @param wide media query for a screen that shows the links in the bar
 */
export function useMenu(menu: RefObject<HTMLElement | null>, wide: string): void {
  const location = useLocation();

  useEffect(() => {
    const element = menu.current;
    // When it changes, not on the first run: a menu opened before hydration stays open.
    return () => close(element);
  }, [menu, location]);

  useEffect(() => {
    const element = menu.current;
    const ended = new AbortController();
    const { signal } = ended;
    const leave = ({ relatedTarget: to }: FocusEvent) => {
      if (!(to instanceof Element) || element?.contains(to)) return;
      // The menu's own button opens and closes it by itself.
      if (!to.matches('[popovertarget]')) close(element);
    };
    element?.addEventListener('focusout', leave, { signal });
    window.matchMedia(wide).addEventListener('change', () => close(element), { signal });
    return () => ended.abort();
  }, [menu, wide]);
}
