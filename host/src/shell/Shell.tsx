import type { ReactNode } from 'react';
import { Footer } from './Footer';
import { Header } from './Header';
import { RouteChanges } from './RouteChanges';
import { skipLinkId } from './ScrollUp';
import styles from './Shell.module.css';
import { useInternalLinks } from './useInternalLinks';

interface ShellProps {
  /** The current route. */
  readonly children: ReactNode;
}

/** What stands on every route: header, content area, footer, scroll-to-top (specification section 2). */
export function Shell({ children }: ShellProps) {
  useInternalLinks();
  return (
    <div className={styles.shell} data-boundary="host">
      <a id={skipLinkId} className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <RouteChanges />
    </div>
  );
}
