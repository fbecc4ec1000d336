import type { ReactNode } from 'react';
import { createIsland } from '../hydration/island';
import type { Navigate } from '../routing/useVisits';
import type { Visit } from '../routing/visit';
import { Header } from './Header';
import { RouteChanges } from './RouteChanges';
import styles from './Shell.module.css';
import { useInternalLinks } from './useInternalLinks';
import { skipLinkId, useScrollUp } from './useScrollUp';

const Footer = createIsland(
  'footer',
  'never',
  async () => (await import(/* webpackChunkName: "footer" */ './Footer')).Footer,
);

interface ShellProps {
  readonly visit: Visit;
  readonly navigate: Navigate;
  /** The current route. */
  readonly children: ReactNode;
}

/** What every route has around its page: header, footer and the scroll-to-top control. */
export function Shell({ visit, navigate, children }: ShellProps) {
  useScrollUp();
  useInternalLinks(navigate);
  return (
    <div className={styles.shell} data-boundary="host">
      <a id={skipLinkId} className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header visit={visit} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <RouteChanges visit={visit} />
    </div>
  );
}
