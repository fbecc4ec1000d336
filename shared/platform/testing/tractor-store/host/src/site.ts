import { createContext, useContext } from 'react';
import type { SiteFacts } from '@composed/host/site-config';
import { siteLinks } from '@tractors/shared/links';

export const createSite = ({ basePath, data }: Pick<SiteFacts, 'basePath' | 'data'>) => ({
  links: siteLinks(basePath),
  categories: data['categories'] ?? [],
});
export type Site = ReturnType<typeof createSite>;

const SiteContext = createContext(createSite({ basePath: '', data: {} }));
export const SiteProvider = SiteContext.Provider;
export const useSite = () => useContext(SiteContext);
