import { createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { StaticRouter } from 'react-router-dom';
import type { Prices } from '@shopwright/shared/contracts/plans';
import {
  identifierPrefixOf,
  type RemoteId,
  type RemoteProps,
} from '@shopwright/shared/contracts/remotes';
import { App } from './App';
import { renderHead } from './head/head';
import { islands } from './hydration/island';
import { MarkupContext } from './hydration/MountPoint';
import { componentOf } from './remotes/remote-source';
import { notFoundRoute, routeOf } from './routes';
import { createSite, SiteProvider } from './site';
import { remoteIds, remotes } from './remotes/table';

/* How the composer (./composer) renders the pages of the site and the modules in them. */

type ModuleProps = RemoteProps[RemoteId];

/** What every module and page is rendered with. */
export interface SiteData {
  readonly basePath: string;
  readonly prices: Prices | null;
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

/** The props of every exposed module that some page shows, by federation id. */
export function moduleProps({ basePath, prices }: SiteData) {
  const site = createSite(basePath, prices);
  return new Map<string, ModuleProps>(remoteIds.map((id) => [id, remotes[id].props(site)]));
}

/** Renders an exposed module by its federation id; one without a component is a fault. */
export function renderModule(id: string, module: unknown, props: ModuleProps): Promise<string> {
  return render(createElement(componentOf(module), props), identifierPrefixOf(id));
}

interface PageInput extends SiteData {
  readonly path: string;
  /** What stands for the exposed modules, by federation id. */
  readonly markups: Readonly<Record<string, string>>;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

/**
 * Renders the page of a route.
 * @returns elements of its head, markup of #root, and the federation ids of the modules in that
 */
export async function renderPage({ path, basePath, markups, prices, siteUrl }: PageInput) {
  const site = createSite(basePath, prices);
  // The page for all other addresses is rendered at one of them.
  const address = path === notFoundRoute.path ? '/404' : path;
  const inSite = (node: ReactNode) => <SiteProvider value={site}>{node}</SiteProvider>;
  const shell = await render(
    inSite(
      <MarkupContext value={placeholder}>
        <StaticRouter basename={`${basePath}/`} location={basePath + address}>
          <App />
        </StaticRouter>
      </MarkupContext>,
    ),
  );
  const names = [...shell.matchAll(placeholders)].map(([, name = '']) => name);
  const parts = new Map(Object.entries(markups));
  for (const name of names) {
    const load = islands.get(name);
    // As the browser renders it, in a root of its own.
    if (load)
      parts.set(name, await render(inSite(createElement(await load())), identifierPrefixOf(name)));
  }
  const markup = shell.replace(placeholders, (_, name: string) => parts.get(name) ?? '');
  const head = renderHead({ route: routeOf(path), prices, siteUrl, basePath });
  return { head, markup, mounted: names.filter((name) => !islands.has(name)) };
}
