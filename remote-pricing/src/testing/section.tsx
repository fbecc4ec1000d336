import { screen, within } from '@testing-library/react';
import { parsePlanTables, type Prices, type Period } from '@shopwright/shared/contracts/plans';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import PricingSection from '../PricingSection';
import { aResponse } from './tables-response';

/** Returns prices as compose writes them into a page, with the date 30 September 2026. */
export function pricesFrom(response: unknown): Prices {
  const tables = parsePlanTables(response);
  if (!tables) throw new Error('The response of this test cannot be shown.');
  return { tables, readOn: '2026-09-30' };
}

export const prices = pricesFrom(aResponse());

export const section = (shownPrices: Prices | null) => (
  <PricingSection prices={shownPrices} links={siteLinks()} />
);

export const theSwitch = () => screen.getByRole('switch', { name: 'Annual billing' });

export const plans = () => within(screen.getByRole('list', { name: 'Plans' }));

/** @throws Error if no tag has that name */
export function planTag(name: string): HTMLElement {
  const item = plans().getByRole('heading', { name }).closest('li');
  if (!item) throw new Error(`There is no tag of the plan ${name}.`);
  return item;
}

export const priceOf = (name: string, period: Period) =>
  planTag(name).querySelector(`[data-period="${period}"]`);

export const tryAgain = () => screen.findByRole('button', { name: 'Try again' });
