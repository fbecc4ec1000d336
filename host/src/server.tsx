import { createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import type { Prices } from 'shared/contracts/plans';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import { App } from './App';
import { renderHead } from './head/head';
import { notFoundRoute, routeOf } from './routes';
import { composedVisit } from './routing/visit';
import { createSite, SiteProvider } from './site';
import { componentOf, readySource } from './remotes/remote-source';
import { RemoteSourcesProvider } from './remotes/RemoteSlot';
import { remoteIds, remotes as remoteRows } from './remotes/table';

/*
 * The host's rendering bundle, which compose loads first. It carries the shared packages and hands them
 * to the remotes' bundles, so that compose has one React, and the one that these pages will run with.
 */
export { provided } from './remotes/provided';
export { routes as pageRoutes } from './routes';

interface SiteData {
  readonly basePath: string;
  readonly prices: Prices | null;
}

export interface RenderInput extends SiteData {
  /** Address under the base path, for instance '/signup'. */
  readonly path: string;
  /** The exposed components by federation id. */
  readonly remotes: Readonly<Record<string, unknown>>;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

/** The page for all other addresses is rendered at one of them. */
function addressOf(path: string): string {
  return path === notFoundRoute.path ? '/404' : path;
}

/** The props that the host gives each remote on these pages. */
export function remoteProps({ basePath, prices }: SiteData): Record<string, unknown> {
  const site = createSite(basePath, prices);
  return Object.fromEntries(remoteIds.map((id) => [id, remoteRows[id].props(site)]));
}

async function render(node: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(node, {
    onError: (error) => {
      errors.push(error);
    },
    // Boundaries of any size stay in their place: moving them in would need inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  const markup = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return markup;
}

/**
 * Renders an exposed module alone, so that a fault in it has a name.
 * @throws Error when the module has no component; whatever the component throws
 */
export function renderRemote<Id extends RemoteId>(
  _id: Id,
  module: unknown,
  props: RemoteProps[Id],
): Promise<string> {
  return render(createElement(componentOf(module), props));
}

/**
 * Renders one page, waiting for everything in it.
 * @returns the page's own elements of the head, and the markup of its #root
 * @throws whatever a component throws; nothing is left to the browser
 */
export async function renderPage({ path, basePath, remotes, prices, siteUrl }: RenderInput) {
  const sources = new Map(
    remoteIds.map((id) => [id, readySource(componentOf({ default: remotes[id] }))]),
  );
  const markup = await render(
    <SiteProvider value={createSite(basePath, prices)}>
      <RemoteSourcesProvider value={sources}>
        <App basePath={basePath} firstVisit={() => composedVisit(addressOf(path))} />
      </RemoteSourcesProvider>
    </SiteProvider>,
  );
  return { markup, head: renderHead({ route: routeOf(path), prices, siteUrl, basePath }) };
}
