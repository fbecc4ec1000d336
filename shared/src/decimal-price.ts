/**
 * A price as a decimal with two places: `1990` → `19.90`. Integer arithmetic, so that no price is ever rounded.
 * @param minorUnits a whole number of cents, 0 or more
 */
export function decimalPrice(minorUnits: number): string {
  const cents = minorUnits % 100;
  return `${(minorUnits - cents) / 100}.${String(cents).padStart(2, '0')}`;
}
