import type { MouseEvent } from 'react';
import { Icon } from 'shared/ui/Icon';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import { scrollBehavior } from './scroll-behavior';
import styles from './ScrollUp.module.css';

/** The page's first stop for the keyboard. */
export const skipLinkId = 'skip';

function scrollUp(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(skipLinkId)?.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
}

/**
 * The scroll-to-top control (specification section 2). A link, since that does its job before scripts run
 * and without them. With scripts it leaves no entry in the history, and the next Tab begins at the top.
 */
export function ScrollUp() {
  return (
    <div className={styles.rail}>
      <a id="scrollUp" className={styles.link} href="#top" title="Scroll To Top" onClick={scrollUp}>
        <Icon name="arrow-up" />
        <VisuallyHidden>Scroll To Top</VisuallyHidden>
      </a>
    </div>
  );
}
