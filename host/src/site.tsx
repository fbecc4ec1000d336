import { createContext, useContext } from 'react';
import type { Prices } from 'shared/contracts/plans';
import { siteLinks, type SiteLinks } from 'shared/contracts/site-links';

/** What every part of a page may know; the same for as long as the page lives. */
export interface Site {
  readonly links: SiteLinks;
  /** The prices that this page was composed with, or null where it has none. */
  readonly prices: Prices | null;
}

/**
 * The site as the pages under `basePath` see it.
 * @param basePath '' for the live site, '/preview/<name>' for a preview; no trailing slash
 */
export function createSite(basePath = '', prices: Prices | null = null): Site {
  return { links: siteLinks(basePath), prices };
}

const SiteContext = createContext(createSite());

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  return useContext(SiteContext);
}

/** The addresses of this page's site, under its base path. */
export function useSiteLinks(): SiteLinks {
  return useSite().links;
}
