import { createContext, useContext } from 'react';
import type { PageFacts } from '@composed/host/site-parts';
import { siteLinks } from '@tractors/shared/links';
import type { Category, Provides } from '@tractors/shared/provides';

export type Site = Provides;

export const createSite = ({ basePath, data }: Pick<PageFacts, 'basePath' | 'data'>): Site => ({
  links: siteLinks(basePath),
  // Compose has read them from this site's own files.
  categories: (data['categories'] ?? []) as readonly Category[],
});

const SiteContext = createContext(createSite({ basePath: '', data: {} }));
export const SiteProvider = SiteContext.Provider;
export const useSite = () => useContext(SiteContext);
