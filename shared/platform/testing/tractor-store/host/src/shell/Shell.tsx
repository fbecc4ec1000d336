import type { ReactNode } from 'react';
import { skipLinkId, useLinks } from '@composed/host/links';
import { useRouteChanges } from '@composed/host/route-changes';
import type { ShownNavigation } from '@composed/host/site-config';
import { HostSlot } from '@composed/host/HostSlot';
import { useSite } from '../site';
import styles from './Shell.module.css';

interface ShellProps {
  readonly navigation: ShownNavigation;
  readonly children: ReactNode;
}

/** The frame of every page. The teams fill its header. */
export function Shell({ navigation, children }: ShellProps) {
  useLinks();
  const announcement = useRouteChanges(navigation);
  const { links } = useSite();
  return (
    <div className={styles['shell']}>
      <a id={skipLinkId} className={styles['skip']} href="#main">
        Skip to content
      </a>
      <header className={styles['bar']}>
        <a className={styles['brand']} href={links.home}>
          Tractor Store
        </a>
        <HostSlot name="header" />
        <HostSlot name="header-end" />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <p role="status" className={styles['hidden']}>
        {announcement}
      </p>
    </div>
  );
}
