import { useEffect } from 'react';
import { LazyViewport } from 'shared/toasts/LazyViewport';
import { markHydrated, noteHydrated } from './hydration/recorded-interactions';
import { report } from './error-reporting/report-fault';
import { Pages } from './Pages';
import { useVisits } from './routing/useVisits';
import type { Visit } from './routing/visit';
import { Shell } from './shell/Shell';

interface AppProps {
  readonly basePath: string;
  /** Where the visitor is when the app begins. */
  readonly firstVisit: () => Visit;
}

const reportToasts = (cause: unknown) => report('host', 'toasts', 'module', cause);

/** The whole site: the shell, the page of the route, and the toasts. */
export function App({ basePath, firstVisit }: AppProps) {
  const [visit, navigate] = useVisits(basePath, firstVisit);
  useEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    markHydrated(root);
    noteHydrated(root);
  }, []);
  return (
    <>
      <Shell visit={visit} navigate={navigate}>
        <Pages pathname={visit.pathname} />
      </Shell>
      <LazyViewport onFault={reportToasts} />
    </>
  );
}
