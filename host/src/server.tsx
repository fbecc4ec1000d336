import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static.edge';
import { StaticRouter } from 'react-router-dom';
import type { ComposedPrices } from 'shared/contracts/plans';
import { contractVersion, type RemoteId, type RemoteProps } from 'shared/contracts/remotes';
import { siteLinks } from 'shared/contracts/site-links';
import { App } from './App';
import { SiteLinksProvider } from './site-links';
import { readySource, type RemoteSources } from './slot/remote-source';
import { RemoteSourcesProvider } from './slot/RemoteSlot';

export { provided } from './federation/provided';
export { pageRoutes } from './pages/routes';
export { contractVersion };

export type RemoteComponents = { readonly [Id in RemoteId]: ComponentType<RemoteProps[Id]> };

export interface RenderInput {
  /** Address under the base path, for instance '/signup'. */
  readonly path: string;
  readonly basePath: string;
  readonly remotes: RemoteComponents;
  readonly composed: ComposedPrices | null;
}

/**
 * Renders one page to the markup of its #root, waiting for everything in it.
 * @throws whatever a component throws; nothing is left to the browser
 */
export async function renderPage({ path, basePath, remotes, composed }: RenderInput) {
  const sources: RemoteSources = {
    'pricing/PricingSection': readySource(remotes['pricing/PricingSection']),
    'signup/SignupPage': readySource(remotes['signup/SignupPage']),
  };
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <SiteLinksProvider value={siteLinks(basePath)}>
      <RemoteSourcesProvider value={sources}>
        <StaticRouter location={`${basePath}${path}`} basename={basePath}>
          <App composed={composed} />
        </StaticRouter>
      </RemoteSourcesProvider>
    </SiteLinksProvider>,
    {
      onError: (error) => {
        errors.push(error);
      },
      // Boundaries of any size stay in their place: moving them in needs inline scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  );
  const markup = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return markup;
}
