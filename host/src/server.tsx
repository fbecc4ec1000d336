import { createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { App } from './App';
import { createComposer } from './composer/composer';
import { renderHead } from './head/head';
import { notFoundRoute, routeOf, routes } from './routes';
import { composedVisit } from './routing/visit';
import { createSite, SiteProvider } from './site';
import { componentOf, loadingSource } from './remotes/remote-source';
import { RemoteSourcesProvider } from './remotes/RemoteSlot';
import { provided } from './remotes/share-scope';
import { remoteIds, remotes } from './remotes/table';

/*
 * The host's rendering bundle: the composer, with everything that the pages are rendered by. It carries the
 * shared packages and hands them to the remotes' bundles, so that a page is rendered with one React.
 */

/** The page for all other addresses is rendered at one of them. */
function addressOf(path: string): string {
  return path === notFoundRoute.path ? '/404' : path;
}

/**
 * Renders to markup, waiting for everything in it.
 * @throws whatever a component throws; nothing is left to the browser
 */
async function render(node: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(node, {
    onError: (error) => {
      errors.push(error);
    },
    // Boundaries of any size stay in their place: moving them in would need inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  const decoder = new TextDecoder();
  let markup = '';
  for await (const chunk of prelude) markup += decoder.decode(chunk, { stream: true });
  if (errors.length > 0) throw errors[0];
  return markup;
}

for (const shared of Object.values(provided)) {
  // A remote that changed what it shares would change the pages of all others.
  Object.freeze(Reflect.get(Object(shared), 'default') ?? shared);
}

/** What the release tool loads of this bundle (shared/src/contracts/composer.ts). */
export const composer = createComposer({
  routes,
  provided,
  moduleProps: ({ basePath, prices }) => {
    const site = createSite(basePath, prices);
    return new Map(remoteIds.map((id) => [id, remotes[id].props(site)]));
  },
  renderModule: (module, props) => render(createElement(componentOf(module), props)),
  renderPage: async ({ path, basePath, modules, prices, siteUrl }) => {
    const mounted: string[] = [];
    const sources = new Map(
      remoteIds.map((id) => {
        // Asked for when a slot renders it. That it has a component was seen when it was rendered alone.
        const load = () => {
          mounted.push(id);
          return Promise.resolve(modules[id]);
        };
        return [id, loadingSource(load, () => undefined)];
      }),
    );
    const markup = await render(
      <SiteProvider value={createSite(basePath, prices)}>
        <RemoteSourcesProvider value={sources}>
          <App basePath={basePath} firstVisit={() => composedVisit(addressOf(path))} />
        </RemoteSourcesProvider>
      </SiteProvider>,
    );
    const head = renderHead({ route: routeOf(path), prices, siteUrl, basePath });
    return { head, markup, mounted };
  },
});
