/**
 * A price as the page shows it: minor units / 100 with a $ sign (specification section 9), always two
 * decimals. Integer arithmetic, so that no price is ever rounded.
 * @param minorUnits a whole number of cents, 0 or more
 */
export function formatPrice(minorUnits: number): string {
  const cents = minorUnits % 100;
  return `$${(minorUnits - cents) / 100}.${String(cents).padStart(2, '0')}`;
}

/**
 * A calendar day in words, for instance `Jun 3, 2025`.
 * @param iso ISO 8601 date or date-time; read in UTC, as compose writes it
 * @returns null when it is no date
 */
export function formatDay(iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}
