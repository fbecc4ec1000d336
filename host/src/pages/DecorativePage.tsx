import type { ReactNode } from 'react';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import styles from './DecorativePage.module.css';

interface DecorativePageProps {
  readonly heading: string;
  /** The one thing to see. */
  readonly children: ReactNode;
}

/** A page that is empty but for a decorative shape (specification section 2), and still says what it is. */
export function DecorativePage({ heading, children }: DecorativePageProps) {
  return (
    <div className={styles.page} data-boundary="host">
      <h1>
        <VisuallyHidden>{heading}</VisuallyHidden>
      </h1>
      <svg aria-hidden="true" viewBox="0 0 600 600" className={styles.shape}>
        {children}
      </svg>
    </div>
  );
}
