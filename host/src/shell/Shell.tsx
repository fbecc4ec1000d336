import type { ReactNode } from 'react';
import { createIsland } from '@composed/host/island';
import { skipLinkId, useLinks } from '@composed/host/links';
import { report } from '@composed/host/report-fault';
import { useRouteChanges } from '@composed/host/route-changes';
import type { ShownNavigation } from '@composed/host/site-config';
import { LazyViewport } from '@shopwright/shared/toasts/LazyViewport';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { Header } from './Header';
import styles from './Shell.module.css';

const Footer = createIsland(
  'footer',
  'never',
  async () => (await import(/* webpackChunkName: "footer" */ './Footer')).Footer,
);

interface ShellProps {
  readonly navigation: ShownNavigation;
  readonly children: ReactNode;
}

const reportToasts = (cause: unknown) => report('host', 'toasts', 'module', cause);

function RouteChanges({ navigation }: { readonly navigation: ShownNavigation }) {
  const announcement = useRouteChanges(navigation);
  return (
    <VisuallyHidden role="status" data-boundary="host">
      {announcement}
    </VisuallyHidden>
  );
}

/** The frame of every page: header, footer, the scroll-to-top control, and the toasts. */
export function Shell({ navigation, children }: ShellProps) {
  useLinks();
  return (
    <>
      <div className={styles.shell} data-boundary="host">
        <a id={skipLinkId} className={styles.skip} data-screen-only href="#main">
          Skip to content
        </a>
        <Header shownPath={navigation.location.pathname} />
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <Footer />
        <RouteChanges navigation={navigation} />
      </div>
      <LazyViewport onFault={reportToasts} />
    </>
  );
}
