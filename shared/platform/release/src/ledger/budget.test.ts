import { findExcesses, type BudgetKind, type Usage, countPagesAndSlots } from './budget';

const limits = new Map([
  ['host', { script: 1000, html: 300 }],
  ['pricing', { script: 500, html: 200 }],
]);
const aUsage = (app: string, where: string, bytes: number, kind: BudgetKind = 'script'): Usage => ({
  where,
  app,
  kind,
  bytes,
});

test('one byte over a limit is an excess, and the greatest excess comes first', () => {
  const usages = [aUsage('host', 'index.html', 1001), aUsage('pricing', 'index.html', 500)];
  const html = aUsage('host', 'index.html', 302, 'html');
  expect(findExcesses([...usages, html], limits)).toEqual([
    { ...html, limit: 300, over: 2 },
    { ...aUsage('host', 'index.html', 1001), limit: 1000, over: 1 },
  ]);
});

test('an app is listed once, with the page of its greatest excess', () => {
  const usages = [501, 503, 502].map((bytes, n) => aUsage('pricing', `${n}.html`, bytes));
  expect(findExcesses(usages, limits).map(({ where }) => where)).toEqual(['1.html']);
});

test('the size of a shell counts pages and slots, and pages of data once', () => {
  const one = countPagesAndSlots(['index.html', '404.html'], ['pricing/PricingSection']);
  const data = Array.from({ length: 100 }, (_, n) => `product/${n}.html`);
  expect(
    countPagesAndSlots(['index.html', '404.html', 'about.html', ...data], ['a/A', 'b/B']),
  ).toBe(one + 3);
});
