import { brand } from 'shared/brand';
import { decimalPrice } from 'shared/contracts/decimal-price';
import { periods, type Prices, type Period } from 'shared/contracts/plans';

/** ISO 8601 durations. */
const durations: Readonly<Record<Period, string>> = { MONTH: 'P1M', YEAR: 'P1Y' };

interface OfferSource {
  readonly name: string;
  /** Minor units. */
  readonly price: number;
}

function offer({ name, price }: OfferSource, period?: Period) {
  const cost = { price: decimalPrice(price), priceCurrency: 'USD' };
  return {
    '@type': 'Offer',
    name,
    ...cost,
    ...(period && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...cost,
        billingDuration: durations[period],
      },
    }),
  };
}

/**
 * The product for search engines, as schema.org's SoftwareApplication: every offer that the page was
 * composed with, the free option first.
 * @param prices null where no prices are known: then there is nothing to say about offers
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
