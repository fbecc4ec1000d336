import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { siteLinks } from 'shared/contracts/site-links';
import type { RemoteId } from 'shared/contracts/remotes';
import { reportFault } from 'shared/faults/report';
import 'shared/styles/global.css';
import { App } from './App';
import { createFederation, type LoadRemote } from './federation/federation';
import { readComposedPrices, readReleaseRecord } from './page-data';
import { routeOf } from './pages/routes';
import { currentVisit, pathUnder } from './routing/visit';
import { SiteLinksProvider } from './site-links';
import { loadingSource, type RemoteSources } from './slot/remote-source';
import { RemoteSourcesProvider } from './slot/RemoteSlot';
import { keepStaticMarkup } from './slot/static-markup';

/** Sources whose faults are reported with the app, version and expose that they come from. */
function createSources(load: LoadRemote, versionOf: (app: string) => string): RemoteSources {
  const source = <Id extends RemoteId>(id: Id) => {
    const [app = '', module = ''] = id.split('/');
    const report = (cause: unknown) =>
      reportFault({
        app,
        version: versionOf(app),
        expose: `./${module}`,
        stage: 'load or render',
        cause,
      });
    return loadingSource<Id>(() => load(id), report);
  };
  return {
    'pricing/PricingSection': source('pricing/PricingSection'),
    'signup/SignupPage': source('signup/SignupPage'),
  };
}

function isRemoteId(id: string | undefined, sources: RemoteSources): id is RemoteId {
  return id !== undefined && id in sources;
}

/**
 * Starts the host in this page. Over markup that compose rendered for this address it hydrates;
 * otherwise (a dev server, a web server that sends another page) it renders anew.
 * @throws Error when the page has no root or no release record
 */
export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const record = readReleaseRecord();
  const composed = readComposedPrices();
  keepStaticMarkup(root);
  const sources = createSources(
    createFederation(record),
    (app) => record.remotes[app]?.version ?? 'unlisted',
  );
  // A slot that is in the page needs its remote now, not when hydration reaches it.
  for (const slot of root.querySelectorAll<HTMLElement>('[data-slot]')) {
    const { slot: id } = slot.dataset;
    if (isRemoteId(id, sources)) sources[id].load();
  }
  const site = (
    <StrictMode>
      <SiteLinksProvider value={siteLinks(record.basePath)}>
        <RemoteSourcesProvider value={sources}>
          <App
            basePath={record.basePath}
            firstVisit={() => currentVisit(record.basePath, 'POP')}
            composed={composed}
          />
        </RemoteSourcesProvider>
      </SiteLinksProvider>
    </StrictMode>
  );
  // An entry without a hash comes from a dev server, whose markup is not what compose rendered.
  const isDev = Object.values(record.remotes).some(({ integrity }) => integrity === undefined);
  const composedFor = root.dataset['page'];
  if (
    !isDev &&
    composedFor === routeOf(pathUnder(record.basePath, window.location.pathname)).file
  ) {
    hydrateRoot(root, site);
  } else {
    root.replaceChildren();
    createRoot(root).render(site);
  }
}
