import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Matches screens that show the links in the bar. The same query is in shared/src/styles/header.module.css. */
const wide = '(min-width: 48rem)';

/**
 * Closes the menu on navigation, when the focus moves into the page, and when the screen becomes wide enough to show
 * the links in the bar. The menu is a popover, so the browser handles opening, Escape, the return of the focus and the
 * expanded state, even before scripts run.
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
      // The browser handles clicks on the menu's button.
      if (!to.matches('[popovertarget]')) close();
    };
    element?.addEventListener('focusout', leave, { signal });
    // A slow browser reports a narrow screen only after a visitor has opened the menu there.
    const widen = ({ matches }: MediaQueryListEvent) => {
      if (matches) close();
    };
    window.matchMedia(wide).addEventListener('change', widen, { signal });
    // Closes the menu only when the URL changes, so that a menu that was opened before hydration stays open.
    return () => {
      ended.abort();
      close();
    };
  }, [menu, location]);
}
