import { decimalPrice } from '@shopwright/shared/decimal-price';
import type { Period } from '@shopwright/shared/contracts/plans';

/** The words next to a price. */
export const units: Record<Period, string> = { MONTH: 'a month', YEAR: 'a year' };

/**
 * Formats a price with a $ sign and two decimals.
 * @param minorUnits a whole number of cents, 0 or more
 */
export function formatPrice(minorUnits: number): string {
  return `$${decimalPrice(minorUnits)}`;
}

/**
 * Formats a calendar day, for instance `Jun 3, 2025`.
 * @param iso ISO 8601 date or date-time; read in UTC, as compose writes it
 * @returns null if it is not a date
 */
export function formatDay(iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}
