import type { SiteConfig } from '@composed/host/site-config';
import type { Prices } from '@shopwright/shared/contracts/plans';
import type { Provides } from '@shopwright/shared/contracts/provides';
import type description from '@shopwright/shared/package.json';
import { shared } from './shared-packages';
import { routesOf, type SiteRoute } from './routes';
import { Shell } from './shell/Shell';
import { SlotNotice } from './shell/SlotNotice';
import { modules } from './site/modules';
import { createSite, SiteProvider, type Site } from './site/site';

/** Builds read the names in the package, and modules the types in the contract: they are the same. */
type Named = Readonly<Record<keyof (typeof description)['site']['provides'], unknown>>;

export const siteConfig: SiteConfig<Site, SiteRoute, { readonly prices: Prices }> = {
  createSite: ({ data, ...facts }) => createSite({ ...facts, ...data }),
  routesOf,
  providesOf: ({ links, prices }) => ({ links, prices }) satisfies Provides satisfies Named,
  wrapInSite: (value, node) => <SiteProvider value={value}>{node}</SiteProvider>,
  modules,
  Shell,
  SlotNotice,
  shared,
};
