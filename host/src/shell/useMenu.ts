import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Matches screens that show the links in the bar. The same query is in Header.module.css. */
const wide = '(min-width: 48rem)';

/**
 * Adds to the browser's popover what a menu of links needs: it closes on navigation, when the focus moves into the page,
 * and when the screen becomes wide enough for the links in the bar. The browser does the rest, even before scripts run:
 * opening, Escape, the return of the focus, the expanded state.
 */
export function useMenu(menu: RefObject<HTMLElement | null>): void {
  const location = useLocation();

  useEffect(() => {
    const element = menu.current;
    const ended = new AbortController();
    const { signal } = ended;
    // Browsers without popovers always show the menu.
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
    // Only when the address changes: a menu that was opened before hydration stays open.
    return () => {
      ended.abort();
      close();
    };
  }, [menu, location]);
}
