import type { ComponentProps } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for screen readers only. It takes no space on the page. */
export const VisuallyHidden = (span: ComponentProps<'span'>) => (
  <span {...span} className={styles.hidden} />
);
