import fc from 'fast-check';
import { formatDay, formatPrice } from './format-price';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [99, '$0.99'],
  [1200, '$12.00'],
  [1999, '$19.99'],
  [123456, '$1234.56'],
  [Number.MAX_SAFE_INTEGER, '$90071992547409.91'],
])('%d cents read %s', (cents, shown) => {
  expect(formatPrice(cents)).toBe(shown);
});

test('every price keeps its digits and has two decimals', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (cents) => {
      const shownPrice = formatPrice(cents);
      expect(shownPrice).toMatch(/^\$\d+\.\d\d$/);
      expect(BigInt(shownPrice.replace(/\D/g, ''))).toBe(BigInt(cents));
    }),
  );
});

test('a day is written in words, the same in every time zone; an invalid one is null', () => {
  expect(formatDay('soon')).toBeNull();
  expect(formatDay('2026-09-30')).toBe('Sep 30, 2026');
  expect(formatDay('2026-09-30T23:59:59Z')).toBe('Sep 30, 2026');
});
