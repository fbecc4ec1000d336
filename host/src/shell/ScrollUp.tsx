import { Icon } from 'shared/ui/Icon';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import { scrollUpId } from './useScrollUp';
import styles from './ScrollUp.module.css';

/** The scroll-to-top control: a link, since that does its job before scripts run and without them. */
export function ScrollUp() {
  return (
    <div className={styles.rail}>
      <a id={scrollUpId} className={styles.link} href="#top" title="Scroll To Top">
        <Icon name="arrow-up" />
        <VisuallyHidden>Scroll To Top</VisuallyHidden>
      </a>
    </div>
  );
}
