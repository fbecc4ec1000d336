import { createContext, useContext } from 'react';
import type { PageFacts } from '@composed/host/site-config';
import { siteLinks } from '@tractors/shared/links';

export const createSite = ({ basePath, data }: Pick<PageFacts, 'basePath' | 'data'>) => ({
  links: siteLinks(basePath),
  categories: data['categories'] ?? [],
});
export type Site = ReturnType<typeof createSite>;

const SiteContext = createContext(createSite({ basePath: '', data: {} }));
export const SiteProvider = SiteContext.Provider;
export const useSite = () => useContext(SiteContext);
