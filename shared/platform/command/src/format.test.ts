import { formatAgo, formatBytes } from './format';

test('bytes are formatted in a readable unit', () => {
  expect([0, 999, 1000, 38_240, 999_949, 999_950, 12_345_678].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 KB',
    '38.2 KB',
    '999.9 KB',
    '1.0 MB',
    '12.3 MB',
  ]);
});

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [7199, '1 hour ago'],
  [2 * 86_400, '2 days ago'],
  [65 * 86_400, '2 months ago'],
  [800 * 86_400, '2 years ago'],
  [-30, 'just now'],
])('%d seconds ago is "%s"', (seconds, told) => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(formatAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(told);
});
