import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type HydrationOptions } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App';
import { loadUntilThere } from './hydration/island';
import { beforeLeaving } from './hydration/MountPoint';
import { replayInteractions } from './hydration/recorded-interactions';
import { hasChoices, noteChoices, trackState, transferState } from './hydration/state-transfer';
import { causeOf, report } from './error-reporting/report-fault';
import { createFederation } from './remotes/federation';
import { createHost, HostContext, languageOf, routeOf } from './host';
import { hasRelease, pinnedData, readOwnPins } from './page-data';
import { rootsIn } from '@composed/contracts/page-roots';
import { withParts } from './planned-parts';
import { createSources } from './remotes/remote-source';
import type { PageRoute, SiteConfig } from './site-config';
import { mountRemote } from './slots/mount-remote';
import { keepStaticMarkup, staticMarkup } from './hydration/static-markup';

const loadParts = () => import(/* webpackChunkName: "parts" */ './slots/parts');

/**
 * Reports the errors of a root, and replaces an empty page that React leaves behind: the markup that was composed for
 * this address works without React; the markup for another address is on the server.
 */
const rootOptions = (
  root: HTMLElement,
  isDev: boolean,
  isComposedHere: () => boolean,
): HydrationOptions => ({
  onUncaughtError: (error) => {
    report('host', 'main', 'render', error);
    const markup = staticMarkup();
    if (isDev || !markup) return;
    if (isComposedHere()) {
      root.replaceChildren(...markup);
      rootsIn(root).forEach(transferState);
    } else window.location.reload();
  },
  onRecoverableError: (error) => report('host', 'main', 'hydration', causeOf(error)),
});

/**
 * Starts a site in this page. Over markup that compose rendered for this address it hydrates;
 * otherwise (a dev server, a web server that sends another page) it renders anew.
 * @throws Error when the page has no root or no pins
 */
export function startSite<Site, Route extends PageRoute>(config: SiteConfig<Site, Route>): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root');
  const pins = __DEVELOPS__ ? withParts(readOwnPins(), config) : readOwnPins();
  keepStaticMarkup(root);
  trackState(root);
  const load = createFederation(pins, config.shared);
  const sources = createSources(pins, load);
  // Do not wait for hydration to reach a slot that is in the page.
  for (const { dataset } of root.querySelectorAll<HTMLElement>('[data-slot], [data-part]')) {
    void sources.get(dataset['slot'] ?? dataset['part'] ?? '')?.load();
  }
  const { pathname } = window.location;
  // The router wants the trailing slash that the page's address has.
  const basename = pathname === pins.basePath ? pathname : `${pins.basePath}/`;
  const host = createHost(
    config,
    { basePath: pins.basePath, data: pinnedData(), isThere: (id) => hasRelease(pins, id) },
    { sources, pins, rows: config.pages?.readKnownRows(pins) },
  );
  const routeNow = () =>
    routeOf(host.routes, window.location.pathname.slice(pins.basePath.length) || '/');
  if (pins.parts)
    void loadUntilThere('parts', loadParts).then(({ startParts }) =>
      startParts(host, { mountRemote, beforeLeaving, replayInteractions, hasChoices, routeNow }),
    );
  // A dev server has one document for all pages.
  if (__DEVELOPS__) {
    const { lang = '', dir = '' } = languageOf(routeNow());
    Object.assign(document.documentElement, { lang, dir });
  }
  const app = (
    <StrictMode>
      <HostContext value={host}>
        {/* Not in transitions: the next key a visitor presses must find the focus at an anchor. */}
        <BrowserRouter basename={basename} useTransitions={false}>
          <App />
        </BrowserRouter>
      </HostContext>
    </StrictMode>
  );
  // An entry without a hash comes from a dev server, where compose has rendered nothing.
  const isDev = Object.values(pins.remotes).some(({ integrity }) => integrity === undefined);
  const isComposedHere = () => root.dataset['page'] === routeNow().path;
  const options = rootOptions(root, isDev, isComposedHere);
  if (!isDev && isComposedHere()) {
    noteChoices(root);
    // No transition: React would lose a press between its slices where it has to render anew.
    hydrateRoot(root, app, options);
  } else {
    root.replaceChildren();
    const render = () => createRoot(root, options).render(app);
    // A module may give its page a title, so it is loaded before the page is rendered.
    if (__DEVELOPS__) {
      const loading = (routeNow().remotes ?? []).flatMap((id) => sources.get(id)?.load() ?? []);
      void Promise.all(loading).then(render);
    } else render();
  }
}
