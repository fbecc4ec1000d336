import { useCallback, useEffect, useLayoutEffect } from 'react';
import { useRoutes } from 'react-router-dom';
import { catchAll } from '@composed/contracts/page-addresses';
import { moduleIdsAt, routeOf, ShownPageContext, useHost } from './host';
import { stopRecording, markHydrated, replayInteractions } from './hydration/recorded-interactions';
import { InPageContext } from './hydration/MountPoint';
import { transferState } from './hydration/state-transfer';
import { useVisit } from './navigation/useVisit';

/** The whole site, rendered inside a router: the shell, and in the shell the page of the current route. */
export function SiteRoot() {
  const host = useHost();
  const { Shell, wrapInSite, routes, sources } = host;
  const load = useCallback(
    (pathname: string) => {
      const needed = moduleIdsAt(host, pathname).flatMap((id) => sources.get(id) ?? []);
      if (needed.some(({ isPinned }) => !isPinned)) {
        // Back can lead to a page whose modules this document does not pin.
        window.location.reload();
        return 'left';
      }
      const missing = needed.filter((source) => source.getState().state === 'loading');
      return missing.length === 0 ? null : Promise.all(missing.map((source) => source.load()));
    },
    [host, sources],
  );
  const visit = useVisit(load);
  const { path, page } = routeOf(routes, visit.location.pathname);
  const pathname = path === catchAll ? `/${catchAll}` : path;
  const content = useRoutes(routes, { ...visit.location, pathname });
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    transferState(root);
    stopRecording(root);
  }, []);
  useEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    replayInteractions(root);
    markHydrated(root);
  }, []);
  return wrapInSite(
    <ShownPageContext value={page}>
      <Shell visit={visit}>
        {/* The key remounts the page after a navigation, even if both routes use the same component. */}
        <InPageContext key={visit.location.pathname} value>
          {content}
        </InPageContext>
      </Shell>
    </ShownPageContext>,
  );
}
