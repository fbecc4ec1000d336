import { createContext, useContext } from 'react';
import type { Prices } from '@shopwright/shared/contracts/plans';
import { siteLinks } from '@shopwright/shared/contracts/site-links';

/**
 * What every part of a page may know; the same for as long as the page lives.
 * @param basePath '' for the live site, '/preview/<name>' for a preview; no trailing slash
 * @param prices those that this page was composed with, or null where it has none
 */
export function createSite(basePath = '', prices: Prices | null = null) {
  return { links: siteLinks(basePath), prices };
}

export type Site = ReturnType<typeof createSite>;

const SiteContext = createContext(createSite());

export const SiteProvider = SiteContext.Provider;

export const useSite = () => useContext(SiteContext);
