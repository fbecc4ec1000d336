import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** A screen that shows the links in the bar: the same query as in Header.module.css. */
const wide = '(min-width: 48rem)';

/**
 * Behaviour that the browser’s popover lacks as a menu of links. It closes on navigation, when focus moves on into the
 * page, and when the screen grows wide enough for the links in the bar. The browser does the rest, before
 * scripts run too: opening, Escape, the return of focus, the expanded state.
 */
export function useMenu(menu: RefObject<HTMLElement | null>): void {
  const location = useLocation();

  useEffect(() => {
    const element = menu.current;
    const ended = new AbortController();
    const { signal } = ended;
    // In browsers without popovers the menu always shows.
    const close = () => {
      if (element && 'hidePopover' in element && element.matches(':popover-open')) {
        element.hidePopover();
      }
    };
    const leave = ({ relatedTarget: to }: FocusEvent) => {
      if (!(to instanceof Element) || element?.contains(to)) return;
      // The menu's own button opens and closes it by itself.
      if (!to.matches('[popovertarget]')) close();
    };
    element?.addEventListener('focusout', leave, { signal });
    window.matchMedia(wide).addEventListener('change', close, { signal });
    // When the address changes, not on the first run: a menu opened before hydration stays open.
    return () => {
      ended.abort();
      close();
    };
  }, [menu, location]);
}
