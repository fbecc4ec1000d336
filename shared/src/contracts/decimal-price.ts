/**
 * A price as a decimal: minor units / 100, always two decimals. Integer
 * arithmetic, so that no price is ever rounded, and what search engines read is what visitors read.
 * @param minorUnits a whole number of cents, 0 or more
 */
export function decimalPrice(minorUnits: number): string {
  const cents = minorUnits % 100;
  return `${(minorUnits - cents) / 100}.${String(cents).padStart(2, '0')}`;
}
