import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type HydrationOptions } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { SiteRoot } from '../pages/SiteRoot';
import { loadUntilThere } from '../hydration/island';
import { beforeLeaving } from '../hydration/MountPoint';
import { replayInteractions } from '../hydration/recorded-interactions';
import { hasChoices, noteChoices, trackState, transferState } from '../hydration/state-transfer';
import { causeOf, report } from '../error-reporting/report-fault';
import { createFederation } from '../remotes/federation';
import { languageOf, routeOf } from '../site/page-routes';
import { createSiteRuntime, SiteRuntimeContext, type SiteRuntime } from '../site/site-runtime';
import { hasRelease, readPageData, readPagePins } from '../page-data';
import { rootsIn } from '@composed/contracts/page-roots';
import { withParts } from '../slots/planned-parts';
import { createSources } from '../remotes/module-source';
import type { PageRoute, SiteConfig } from '../site/site-config';
import { mountModule } from '../slots/mount-module';
import { keepStaticMarkup, staticMarkup } from '../hydration/static-markup';

const loadParts = () => import(/* webpackChunkName: "parts" */ '../slots/parts');

/**
 * Creates the options of the page's root. They report its errors, and restore a page that React has emptied after an
 * error: from the composed markup, which works without React, or by a reload if another address is shown.
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

function createSiteRoot(runtime: SiteRuntime) {
  const { basePath } = runtime;
  const { pathname } = window.location;
  // The router needs the same trailing slash that the page's address has.
  const basename = pathname === basePath ? pathname : `${basePath}/`;
  return (
    <StrictMode>
      <SiteRuntimeContext value={runtime}>
        {/* Not in transitions: the focus must be at the anchor before the visitor's next key press. */}
        <BrowserRouter basename={basename} useTransitions={false}>
          <SiteRoot />
        </BrowserRouter>
      </SiteRuntimeContext>
    </StrictMode>
  );
}

/**
 * Starts a site in this page. Hydrates markup that was composed for this address. Any other page (from a dev server, or
 * from a web server that sent the page of another address) is rendered from scratch.
 * @throws Error if the page has no root or no pins
 */
export function startSite<Site, Route extends PageRoute>(config: SiteConfig<Site, Route>): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root');
  const pins = __IS_DEV_SERVER__ ? withParts(readPagePins(), config) : readPagePins();
  keepStaticMarkup(root);
  trackState(root);
  const load = createFederation(pins, config.shared);
  const sources = createSources(pins, load);
  // Loading starts here, before hydration reaches the slots.
  for (const { dataset } of root.querySelectorAll<HTMLElement>('[data-slot], [data-part]')) {
    void sources.get(dataset['slot'] ?? dataset['part'] ?? '')?.load();
  }
  const runtime = createSiteRuntime(
    config,
    { basePath: pins.basePath, data: readPageData(), hasRelease: (id) => hasRelease(pins, id) },
    { sources, nesting: pins, knownPages: config.pages?.initialize(pins) },
  );
  const routeNow = () =>
    routeOf(runtime.routes, window.location.pathname.slice(pins.basePath.length) || '/');
  if (pins.parts)
    void loadUntilThere('parts', loadParts).then(({ startParts }) =>
      startParts(runtime, { mountModule, beforeLeaving, replayInteractions, hasChoices, routeNow }),
    );
  // A dev server sends one document for all pages.
  if (__IS_DEV_SERVER__) {
    const { lang = '', dir = '' } = languageOf(routeNow());
    Object.assign(document.documentElement, { lang, dir });
  }
  const app = createSiteRoot(runtime);
  // An entry without a hash comes from a dev server, whose pages are not composed.
  const isDev = Object.values(pins.remotes).some(({ integrity }) => integrity === undefined);
  const isComposedHere = () => root.dataset['page'] === routeNow().path;
  const options = rootOptions(root, isDev, isComposedHere);
  if (!isDev && isComposedHere()) {
    noteChoices(root);
    // Not in a transition: React would lose a press between its time slices if it has to render from scratch.
    hydrateRoot(root, app, options);
  } else {
    root.replaceChildren();
    const render = () => createRoot(root, options).render(app);
    // Modules are loaded before the page is rendered, since a module may give the page its title.
    if (__IS_DEV_SERVER__) {
      const loading = (routeNow().modules ?? []).flatMap((id) => sources.get(id)?.load() ?? []);
      void Promise.all(loading).then(render);
    } else render();
  }
}
