import { periods, type Period, type PlanTables } from '@shopwright/shared/contracts/plans';
import { formatDay } from './format-price';
import type { PricesState } from './prices-state';

/**
 * Why the Month/Annual switch cannot be turned, or null when it can.
 * @param tables null while nothing has come yet
 */
export function switchReason(tables: PlanTables | null): string | null {
  if (!tables) return null;
  const missing = periods.filter((period) => tables.periods[period] === null);
  const words: Record<Period, string> = { MONTH: 'monthly', YEAR: 'annual' };
  const [first, second] = missing;
  if (!first) return null;
  return second ? 'No plans right now.' : `No ${words[first]} prices right now.`;
}

/** A notice about the prices in a sentence or two; '' when all is as it should be. */
export function noticeText({ prices, tables, calling, news }: PricesState): string {
  const reason = switchReason(tables);
  if (news === null) return reason ?? '';
  if (calling) return 'Checking prices…';
  const day = prices && formatDay(prices.readOn);
  const freeIsOld = tables?.free != null && tables.free === prices?.tables.free;
  const sentences = {
    kept: [reason, `${day ? `Prices as of ${day}.` : 'Earlier prices.'} Newer ones did not load.`],
    partly: [
      reason ?? 'Some prices did not load.',
      freeIsOld && day ? `The free plan is as of ${day}.` : null,
    ],
    none: ['Prices did not load.'],
    recovered: [reason, 'Prices are up to date.'],
  } as const;
  return sentences[news].filter((sentence) => sentence !== null).join(' ');
}
