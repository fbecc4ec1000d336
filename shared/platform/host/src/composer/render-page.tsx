import { createElement } from 'react';
import { StaticRouter } from 'react-router-dom';
import { slotComment } from '@composed/contracts/composer';
import { catchAll } from '@composed/contracts/page-addresses';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { SiteRoot } from '../pages/SiteRoot';
import { SiteRuntimeContext, type SiteRuntime } from '../site/site-runtime';
import { islands } from '../hydration/island';
import { MarkupContext } from '../hydration/MountPoint';
import { renderMarkup } from '../rendering/render-markup';
import type { SiteFacts } from '../site/site-config';

/** The placeholder of a slot or an island in the markup of the shell. */
const comment = new RegExp(slotComment(String.raw`([\w/-]+)`), 'g');

/**
 * Renders the page at an address.
 * @param nameOf returns the name of a module with the props that this page gives it
 * @returns the markup of #root, with a placeholder comment for each module that has a release, and the federation ids of
 *   these modules
 */
export async function renderPage(
  runtime: SiteRuntime,
  hasRelease: SiteFacts['hasRelease'],
  address: string,
  nameOf: (id: string) => string,
) {
  const { basePath } = runtime;
  // The page for all other addresses is rendered at '/404', since the router needs an address.
  const location = basePath + (address === catchAll ? '/404' : address);
  const shell = await renderMarkup(
    <SiteRuntimeContext value={runtime}>
      <MarkupContext value={slotComment}>
        <StaticRouter basename={`${basePath}/`} location={location}>
          <SiteRoot />
        </StaticRouter>
      </MarkupContext>
    </SiteRuntimeContext>,
  );
  const names = [...shell.matchAll(comment)].map(([, name = '']) => name);
  const contents = new Map<string, string>();
  for (const name of names) {
    const load = islands.get(name);
    // An island is rendered separately, as it has its own root in the browser.
    const content = load && runtime.wrapInSite(createElement(await load()));
    if (content) contents.set(name, await renderMarkup(content, identifierPrefixOf(name)));
    else if (hasRelease(name)) contents.set(name, slotComment(nameOf(name)));
  }
  return {
    markup: shell.replace(comment, (_, name: string) => contents.get(name) ?? ''),
    idsInSlots: names.filter((name) => !islands.has(name) && hasRelease(name)),
  };
}
