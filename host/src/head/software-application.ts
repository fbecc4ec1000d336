import { brand } from '@shopwright/shared/brand';
import { decimalPrice } from '@shopwright/shared/decimal-price';
import {
  periods,
  type PlanBasics,
  type Period,
  type Prices,
} from '@shopwright/shared/contracts/plans';

function offer({ name, price }: PlanBasics, period?: Period) {
  const cost = { price: decimalPrice(price), priceCurrency: 'USD' };
  return {
    '@type': 'Offer',
    name,
    ...cost,
    ...(period && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...cost,
        // ISO 8601.
        billingDuration: period === 'MONTH' ? 'P1M' : 'P1Y',
      },
    }),
  };
}

/**
 * Describes the product for search engines, with every offer that the page was composed with, the free option first.
 * @param url canonical address of the landing page
 */
export function softwareApplication(prices: Prices | null, url: string, description: string) {
  const tables = prices?.tables;
  const offers = [
    ...(tables?.free ? [offer(tables.free)] : []),
    ...periods.flatMap((period) =>
      (tables?.periods[period] ?? []).map((plan) => offer(plan, period)),
    ),
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: brand.name,
    description,
    url,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    ...(offers.length > 0 && { offers }),
  };
}
