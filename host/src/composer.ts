import { createComposer } from '@composed/host/composer';
import description from '@shopwright/shared/package.json';
import { parsePlanTables } from '@shopwright/shared/contracts/plans';
import { pricesName } from '@shopwright/shared/contracts/provides';
import { signInPrefixes } from '@shopwright/shared/contracts/site-links';
import { renderHead } from './head/head';
import { siteConfig } from './site-config';

/** The composer of this site's pages (@composed/contracts/composer), with everything that it needs to render them. */
export const composer = createComposer({
  ...siteConfig,
  readData: ({ [pricesName]: prices }) => {
    if (!prices) return { data: {}, unread: [] };
    const tables = parsePlanTables(prices.value);
    if (!tables) return { data: {}, unread: [pricesName] };
    return { data: { [pricesName]: { tables, readOn: prices.readOn } }, unread: [] };
  },
  renderHead,
  closedToRobots: signInPrefixes,
  services: description.site.services,
});
