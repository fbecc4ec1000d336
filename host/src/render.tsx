import { createElement, type ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { identifierPrefixOf } from '@shopwright/shared/contracts/remotes';
import { App } from './App';
import { renderHead } from './head/head';
import { islands } from './hydration/island';
import { MarkupContext } from './hydration/MountPoint';
import { renderMarkup } from './render-markup';
import { notFoundRoute, routeOf } from './routes';
import { createSite, SiteProvider, type SiteData } from './site/site';

/* How the composer (./composer) renders the pages of the site. */

/** Where the markup of a part goes into the shell's. */
const placeholder = (name: string) => `<!--part:${name}-->`;
const placeholders = /<!--part:([\w/-]+)-->/g;

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
export async function renderPage({ path, markups, siteUrl, ...data }: PageInput) {
  const { basePath } = data;
  const site = createSite(data);
  // The page for all other addresses is rendered at one of them.
  const address = path === notFoundRoute.path ? '/404' : path;
  const inSite = (node: ReactNode) => <SiteProvider value={site}>{node}</SiteProvider>;
  const shell = await renderMarkup(
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
      parts.set(
        name,
        await renderMarkup(inSite(createElement(await load())), identifierPrefixOf(name)),
      );
  }
  const markup = shell.replace(placeholders, (_, name: string) => parts.get(name) ?? '');
  // What search engines read is what visitors read.
  const prices = site.links.pricing === null ? null : data.prices;
  const head = renderHead({ route: routeOf(path, site), prices, siteUrl, basePath });
  return { head, markup, mounted: names.filter((name) => !islands.has(name)) };
}
