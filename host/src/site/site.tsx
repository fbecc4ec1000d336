import { createContext, useContext } from 'react';
import type { Prices } from '@shopwright/shared/contracts/plans';
import type { Provides } from '@shopwright/shared/contracts/provides';
import { siteLinks, type RemoteAddress } from '@shopwright/shared/contracts/site-links';
import { moduleIds, modules, type ModuleId } from './modules';

/** The data of the site in a page. It never changes during the lifetime of a document. */
export interface SiteData {
  /** '' for the live site, '/preview/<name>' for a preview; no trailing slash. */
  readonly basePath: string;
  /** The prices that the page was composed with, or null if it has none. */
  readonly prices: Prices | null;
  /** Returns whether a module has a release. Without one, its slot is empty and nothing links to it. */
  readonly hasRelease: (id: ModuleId) => boolean;
}

/** The facts for components of the site, and the props that remotes may take. */
export function createSite({
  basePath = '',
  prices = null,
  hasRelease = () => true,
}: Partial<SiteData> = {}): Provides & Pick<SiteData, 'hasRelease'> {
  const links = siteLinks(basePath);
  const ifThere = (link: RemoteAddress) =>
    moduleIds.every((id) => modules[id].link !== link || hasRelease(id)) ? links[link] : null;
  return {
    links: { ...links, signUp: ifThere('signUp'), pricing: ifThere('pricing') },
    prices,
    hasRelease,
  };
}

export type Site = ReturnType<typeof createSite>;

/** Id of the questions about prices. Only pages with prices show them. */
export const questionsId = 'questions';

const SiteContext = createContext(createSite());

export const SiteProvider = SiteContext.Provider;

export const useSite = () => useContext(SiteContext);
