import type { Prices } from 'shared/contracts/plans';

/** A page must not wait longer for the tables call than a visitor would. */
const limitMs = 5000;

export interface PricesRead {
  readonly prices: Prices | null;
  /** What a person should know about them, or ''. Begins with a comma. */
  readonly remark: string;
}

/**
 * The prices to compose with: those of the tables call, or else the last known ones with their date.
 * @param last prices of the composition that is live
 */
export async function pricesFor(
  read: () => Promise<Prices | null>,
  last: Prices | null,
): Promise<PricesRead> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  const fresh = await Promise.race([read().catch(() => null), late]);
  clearTimeout(timer);
  if (fresh) return { prices: fresh, remark: '' };
  if (last) {
    const day = last.readOn.slice(0, 10);
    return { prices: last, remark: `, with the prices of ${day}: the tables call failed` };
  }
  return { prices: null, remark: ', without prices: the tables call failed' };
}
