import type { ReactNode } from 'react';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import styles from './DecorativePage.module.css';

interface DecorativePageProps {
  readonly heading: string;
  /** What the shape is drawn of. */
  readonly children: ReactNode;
}

/** A page that is empty but for a decorative shape, and yet says what it is (host/README.md, Routes). */
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
