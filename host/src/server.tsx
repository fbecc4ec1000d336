import { createElement, type ComponentType, type ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { StaticRouter } from 'react-router-dom';
import { identifierPrefixOf } from '@shopwright/shared/contracts/remotes';
import { App } from './App';
import { createComposer } from './composer/composer';
import { renderHead } from './head/head';
import { islands } from './hydration/island';
import { MarkupContext } from './hydration/MountPoint';
import { componentOf } from './remotes/remote-source';
import { notFoundRoute, routeOf, routes } from './routes';
import { createSite, SiteProvider, type Site } from './site';
import { protectShared, provided } from './remotes/shared-packages';
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
 * @param identifierPrefix as the root in the browser has it
 * @throws whatever a component throws; nothing is left to the browser
 */
async function render(node: ReactNode, identifierPrefix = ''): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(node, {
    identifierPrefix,
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

/** Where the markup of a part goes into the shell's. */
const placeholder = (name: string) => `<!--part:${name}-->`;
const placeholders = /<!--part:([\w/-]+)-->/g;

/** A part of the host, as the browser renders it in a root of its own. */
function renderIsland(name: string, Island: ComponentType, site: Site): Promise<string> {
  return render(
    <SiteProvider value={site}>
      <Island />
    </SiteProvider>,
    identifierPrefixOf(name),
  );
}

protectShared();

/** What the release tool loads of this bundle (shared/src/contracts/composer.ts). */
export const composer = createComposer({
  routes,
  provided,
  moduleProps: ({ basePath, prices }) => {
    const site = createSite(basePath, prices);
    return new Map(remoteIds.map((id) => [id, remotes[id].props(site)]));
  },
  renderModule: (id, module, props) =>
    render(createElement(componentOf(module), props), identifierPrefixOf(id)),
  renderPage: async ({ path, basePath, markups, prices, siteUrl }) => {
    const site = createSite(basePath, prices);
    const shell = await render(
      <SiteProvider value={site}>
        <MarkupContext value={placeholder}>
          <StaticRouter basename={`${basePath}/`} location={basePath + addressOf(path)}>
            <App />
          </StaticRouter>
        </MarkupContext>
      </SiteProvider>,
    );
    const names = [...shell.matchAll(placeholders)].map(([, name = '']) => name);
    const parts = new Map(Object.entries(markups));
    for (const name of names) {
      const load = islands.get(name);
      if (load) parts.set(name, await renderIsland(name, await load(), site));
    }
    const markup = shell.replace(placeholders, (_, name: string) => parts.get(name) ?? '');
    const head = renderHead({ route: routeOf(path), prices, siteUrl, basePath });
    return { head, markup, mounted: names.filter((name) => !islands.has(name)) };
  },
});
