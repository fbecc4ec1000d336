const feature = (codes: readonly string[]) => ({ features: codes.map((code) => ({ code })) });

/**
 * An option of the tables call, as the service sends it.
 * @param price minor units; `previous` is the same unless told
 */
export function anOption(
  subscriptionPlan: string,
  price: unknown,
  {
    previous = price,
    codes = ['LIVE_CHAT'],
    id = `${subscriptionPlan}-${String(price)}`,
  }: {
    readonly previous?: unknown;
    readonly codes?: readonly string[];
    readonly id?: string;
  } = {},
) {
  return {
    id,
    subscriptionPlan,
    cost: { price },
    previousCost: { price: previous },
    feature: feature(codes),
  };
}

/** A whole answer of the tables call; a part that is undefined is left out. */
export function aResponse({
  free = { subscriptionPlan: 'Free', cost: { price: 0 }, feature: feature(['PRODUCTS_10']) },
  month = [anOption('Starter', 900), anOption('Pro', 2400, { previous: 2900 })],
  year = [anOption('Starter', 9000, { previous: 10800 }), anOption('Pro', 24000)],
}: {
  readonly free?: unknown;
  readonly month?: readonly unknown[] | null;
  readonly year?: readonly unknown[] | null;
} = {}) {
  return {
    freeOption: free,
    tables: {
      ...(month ? { MONTH: { options: month } } : {}),
      ...(year ? { YEAR: { options: year } } : {}),
    },
  };
}
