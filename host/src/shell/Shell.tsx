import type { ReactNode } from 'react';
import { createIsland } from '../hydration/island';
import type { Visit } from '../routing/useVisit';
import { Header } from './Header';
import { RouteChanges } from './RouteChanges';
import styles from './Shell.module.css';
import { skipLinkId, useLinks } from './useLinks';

const Footer = createIsland(
  'footer',
  'never',
  async () => (await import(/* webpackChunkName: "footer" */ './Footer')).Footer,
);

interface ShellProps {
  readonly visit: Visit;
  readonly children: ReactNode;
}

/** What every route has around its page: header, footer and the scroll-to-top control. */
export function Shell({ visit, children }: ShellProps) {
  useLinks();
  return (
    <div className={styles.shell} data-boundary="host">
      <a id={skipLinkId} className={styles.skip} data-screen-only href="#main">
        Skip to content
      </a>
      <Header shownPath={visit.location.pathname} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <RouteChanges visit={visit} />
    </div>
  );
}
