import { periods, type Period, type PlanTables } from '@shopwright/shared/contracts/plans';
import { formatDay } from './format-price';
import type { PricesState } from './prices-state';

/**
 * Returns the reason why the Month/Annual switch is disabled, or null if it is not.
 * @param tables null until prices have arrived
 */
export function switchReason(tables: PlanTables | null): string | null {
  if (!tables) return null;
  const missing = periods.filter((period) => tables.periods[period] === null);
  const words: Record<Period, string> = { MONTH: 'monthly', YEAR: 'annual' };
  const [first, second] = missing;
  if (!first) return null;
  return second ? 'No plans right now.' : `No ${words[first]} prices right now.`;
}

/** Returns the text of a notice about the prices, or '' if there is nothing to say. */
export function noticeText({
  composedPrices,
  shownTables,
  isLoading,
  notice,
}: PricesState): string {
  const reason = switchReason(shownTables);
  if (notice === null) return reason ?? '';
  if (isLoading) return 'Checking prices…';
  const day = composedPrices && formatDay(composedPrices.readOn);
  const freeIsOld = shownTables?.free && shownTables.free === composedPrices?.tables.free;
  const sentences = {
    kept: [reason, `${day ? `Prices as of ${day}.` : 'Earlier prices.'} Newer ones did not load.`],
    partly: [
      reason ?? 'Some prices did not load.',
      freeIsOld && day ? `The free plan is as of ${day}.` : null,
    ],
    none: ['Prices did not load.'],
    recovered: [reason, 'Prices are up to date.'],
  } as const;
  return sentences[notice].filter((sentence) => sentence !== null).join(' ');
}
