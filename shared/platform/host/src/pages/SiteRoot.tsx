import { useCallback, useEffect, useLayoutEffect } from 'react';
import { useRoutes } from 'react-router-dom';
import { catchAll } from '@composed/contracts/page-addresses';
import { moduleIdsAt, routeOf } from '../site/page-routes';
import { ShownPageContext, useSiteRuntime } from '../site/site-runtime';
import {
  stopRecording,
  markHydrated,
  replayInteractions,
} from '../hydration/recorded-interactions';
import { InPageContext } from '../hydration/MountPoint';
import { transferState } from '../hydration/state-transfer';
import { useShownNavigation } from '../navigation/useShownNavigation';

/** The whole site, rendered inside a router: the shell, and in the shell the page of the current route. */
export function SiteRoot() {
  const runtime = useSiteRuntime();
  const { Shell, wrapInSite, routes, sources } = runtime;
  const load = useCallback(
    (pathname: string) => {
      const needed = moduleIdsAt(runtime, pathname).flatMap((id) => sources.get(id) ?? []);
      if (needed.some(({ isPinned }) => !isPinned)) {
        // Back can lead to a page whose modules this document does not pin.
        window.location.reload();
        return 'left';
      }
      const missing = needed.filter((source) => source.getState().state === 'loading');
      return missing.length === 0 ? null : Promise.all(missing.map((source) => source.load()));
    },
    [runtime, sources],
  );
  const navigation = useShownNavigation(load);
  const { path, page } = routeOf(routes, navigation.location.pathname);
  const pathname = path === catchAll ? `/${catchAll}` : path;
  const content = useRoutes(routes, { ...navigation.location, pathname });
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
      <Shell navigation={navigation}>
        {/* The key remounts the page after a navigation, even if both routes use the same component. */}
        <InPageContext key={navigation.location.pathname} value>
          {content}
        </InPageContext>
      </Shell>
    </ShownPageContext>,
  );
}
