import { createContext, useContext } from 'react';
import { siteLinks, type SiteLinks } from 'shared/contracts/site-links';

const SiteLinksContext = createContext<SiteLinks>(siteLinks());

export const SiteLinksProvider = SiteLinksContext.Provider;

/** The addresses of this page's site, under its base path. */
export function useSiteLinks(): SiteLinks {
  return useContext(SiteLinksContext);
}
