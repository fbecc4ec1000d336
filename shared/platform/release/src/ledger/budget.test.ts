import { findExcesses, type Kind, type Load, shellSize } from './budget';

const limits = new Map([
  ['host', { script: 1000, html: 300 }],
  ['pricing', { script: 500, html: 200 }],
]);
const load = (app: string, where: string, bytes: number, kind: Kind = 'script'): Load => ({
  where,
  app,
  kind,
  bytes,
});

test('one byte more is over, and the greatest excess comes first', () => {
  const loads = [load('host', 'index.html', 1001), load('pricing', 'index.html', 500)];
  const html = load('host', 'index.html', 302, 'html');
  expect(findExcesses([...loads, html], limits)).toEqual([
    { ...html, limit: 300, over: 2 },
    { ...load('host', 'index.html', 1001), limit: 1000, over: 1 },
  ]);
});

test('an app is named once, with the page on which it is over by most', () => {
  const loads = [501, 503, 502].map((bytes, n) => load('pricing', `${n}.html`, bytes));
  expect(findExcesses(loads, limits).map(({ where }) => where)).toEqual(['1.html']);
});

test('a shell grows with each page and each slot, and once for pages of data', () => {
  const one = shellSize(['index.html', '404.html'], ['pricing/PricingSection']);
  const data = Array.from({ length: 100 }, (_, n) => `product/${n}.html`);
  expect(shellSize(['index.html', '404.html', 'about.html', ...data], ['a/A', 'b/B'])).toBe(
    one + 3,
  );
});
