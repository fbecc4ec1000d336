import type { ComponentPropsWithRef } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for screen readers only; takes no room on the page. */
export function VisuallyHidden({ className, ...span }: ComponentPropsWithRef<'span'>) {
  return <span {...span} className={[styles.hidden, className].filter(Boolean).join(' ')} />;
}
