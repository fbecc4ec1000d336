/**
 * Formats a price as a decimal with two places: `1990` → `19.90`. Integer arithmetic avoids rounding errors.
 * @param minorUnits a whole number of cents, 0 or more
 */
export function decimalPrice(minorUnits: number): string {
  const cents = minorUnits % 100;
  return `${(minorUnits - cents) / 100}.${String(cents).padStart(2, '0')}`;
}
