import { useCallback, useEffect, useLayoutEffect } from 'react';
import { useRoutes } from 'react-router-dom';
import { LazyViewport } from '@shopwright/shared/toasts/LazyViewport';
import { report } from './error-reporting/report-fault';
import { markHydrated, noteHydrated, replayInteractions } from './hydration/recorded-interactions';
import { useRemoteSources } from './remotes/RemoteSlot';
import { routeOf, routesOf } from './routes';
import { useSite } from './site/site';
import { useVisit } from './routing/useVisit';
import { Shell } from './shell/Shell';

const reportToasts = (cause: unknown) => report('host', 'toasts', 'module', cause);

/** The whole site, inside of a router: the shell, the page of the route, and the toasts. */
export function App() {
  const site = useSite();
  const sources = useRemoteSources();
  const load = useCallback(
    (pathname: string) => {
      const needed = (routeOf(pathname, site).remotes ?? []).flatMap((id) => sources.get(id) ?? []);
      const missing = needed.filter((source) => source.getState().state === 'loading');
      return missing.length > 0 ? Promise.all(missing.map((source) => source.load())) : null;
    },
    [site, sources],
  );
  const visit = useVisit(load);
  const page = useRoutes(routesOf(site), visit.location);
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    if (root) markHydrated(root);
  }, []);
  useEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    replayInteractions(root);
    noteHydrated(root);
  }, []);
  return (
    <>
      <Shell visit={visit}>{page}</Shell>
      <LazyViewport onFault={reportToasts} />
    </>
  );
}
