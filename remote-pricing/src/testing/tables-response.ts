export const featuresOf = (...codes: readonly string[]) => ({
  features: codes.map((code) => ({ code })),
});

/**
 * Returns an option as the service sends it in the response of the tables call.
 * @param price in minor units (cents)
 */
export const anOption = (subscriptionPlan: string, price: number, previous = price) => ({
  id: `${subscriptionPlan}-${price}`,
  subscriptionPlan,
  cost: { price },
  previousCost: { price: previous },
  feature: featuresOf('LIVE_CHAT'),
});

/** Returns a complete response of the tables call. */
export const aResponse = ({
  free = { subscriptionPlan: 'Free', cost: { price: 0 }, feature: featuresOf('PRODUCTS_10') },
  month = [anOption('Starter', 900), anOption('Pro', 2400, 2900)],
  year = [anOption('Starter', 9000, 10800), anOption('Pro', 24000)],
}: {
  readonly free?: object | null;
  readonly month?: readonly object[] | null;
  readonly year?: readonly object[] | null;
} = {}) => ({
  freeOption: free,
  tables: { MONTH: month && { options: month }, YEAR: year && { options: year } },
});
