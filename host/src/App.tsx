import { Fragment, memo, useCallback, useEffect } from 'react';
import { LazyViewport } from 'shared/toasts/LazyViewport';
import { markHydrated, noteHydrated } from './hydration/recorded-interactions';
import { report } from './error-reporting/report-fault';
import { useRemoteSources } from './remotes/RemoteSlot';
import { routeOf } from './routes';
import { useVisits } from './routing/useVisits';
import type { Visit } from './routing/visit';
import { Shell } from './shell/Shell';

interface AppProps {
  readonly basePath: string;
  /** Where the visitor is when the app begins. */
  readonly firstVisit: () => Visit;
}

const reportToasts = (cause: unknown) => report('host', 'toasts', 'module', cause);

/** The page of the route. Renders again only when the path changes. */
const Page = memo(({ pathname }: Pick<Visit, 'pathname'>) => (
  <Fragment key={routeOf(pathname).path}>{routeOf(pathname).page}</Fragment>
));

/** The whole site: the shell, the page of the route, and the toasts. */
export function App({ basePath, firstVisit }: AppProps) {
  const sources = useRemoteSources();
  const load = useCallback(
    (pathname: string) => {
      const needed = (routeOf(pathname).remotes ?? []).flatMap((id) => sources.get(id) ?? []);
      const missing = needed.filter((source) => source.getState() === 'loading');
      return missing.length > 0 ? Promise.all(missing.map((source) => source.load())) : null;
    },
    [sources],
  );
  const [visit, navigate] = useVisits(basePath, firstVisit, load);
  useEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    markHydrated(root);
    noteHydrated(root);
  }, []);
  return (
    <>
      <Shell visit={visit} navigate={navigate}>
        <Page pathname={visit.pathname} />
      </Shell>
      <LazyViewport onFault={reportToasts} />
    </>
  );
}
