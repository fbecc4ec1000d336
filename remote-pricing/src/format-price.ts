import { decimalPrice } from '@shopwright/shared/decimal-price';
import type { Period } from '@shopwright/shared/contracts/plans';

/** The text that is shown after a price. */
export const periodSuffix: Record<Period, string> = { MONTH: 'a month', YEAR: 'a year' };

/**
 * Formats a price with a $ sign and two decimals.
 * @param cents a whole number, 0 or more
 */
export function formatPrice(cents: number): string {
  return `$${decimalPrice(cents)}`;
}

/**
 * Formats a calendar day, for example `Jun 3, 2025`.
 * @param iso ISO 8601 date or date-time, in UTC
 * @returns null if `iso` is not a date
 */
export function formatDay(iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}
