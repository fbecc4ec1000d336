import { findApps } from '@shopwright/shared/build/apps';
import { defaultBudget, findExcesses, formatExcesses, formatModules } from './budget';

const limits = {
  apps: { host: { script: 1000, style: 200 } },
  pages: { 'index.html': { html: 500, script: 1500 } },
};

test('one byte more is over, and the greatest excess comes first', () => {
  const sizes = {
    apps: { host: { script: 1001, style: 200 } },
    pages: { 'index.html': { html: 650, script: 1500 } },
  };
  expect(findExcesses(limits, sizes)).toEqual([
    { name: 'index.html', kind: 'html', bytes: 650, limit: 500 },
    { name: 'host', kind: 'script', bytes: 1001, limit: 1000 },
  ]);
});

test('what has no limit may have any size', () => {
  const sizes = {
    apps: { host: {}, pricing: { script: 9_999_999 } },
    pages: { 'index.html': { style: 9_999_999 }, '404.html': { html: 9_999_999 } },
  };
  expect(findExcesses(limits, sizes)).toEqual([]);
});

test('the figures are told to the byte', () => {
  const told = formatExcesses([{ name: 'pricing', kind: 'script', bytes: 12_345, limit: 12_000 }]);
  expect(told.split('\n').at(-1)).toMatch(/^pricing +script +12,345 +12,000 +\+345$/);
});

test('the largest modules are named, largest first', () => {
  const modules = [
    { name: 'remote-pricing/src/price.ts', bytes: 900 },
    { name: 'node_modules/moment/moment.js', bytes: 176_000 },
    { name: 'remote-pricing/src/PlanList.tsx', bytes: 3000 },
  ];
  expect(formatModules('pricing', modules, 2)).toBe(
    'The largest modules of pricing, in bytes before minification: node_modules/moment/moment.js (176,000), remote-pricing/src/PlanList.tsx (3,000).',
  );
  expect(formatModules('pricing', [])).toBe('');
});

test('what has no limit of its own has that of all others', () => {
  const limits = { apps: { '*': { script: 10 } }, pages: { '*.html': { html: 20 } } };
  const sizes = { apps: { reviews: { script: 11 } }, pages: { 'reviews.html': { html: 21 } } };
  expect(findExcesses(limits, sizes).map(({ name }) => name)).toEqual(['reviews', 'reviews.html']);
});

test('the budget of a new store limits every app, and any other one', () => {
  const names = ['*', ...findApps().map(({ name }) => name)].sort();
  expect(Object.keys(defaultBudget.apps).sort()).toEqual(names);
  expect(Object.keys(defaultBudget.pages)).toContain('*.html');
});
