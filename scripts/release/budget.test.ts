import { readFileSync } from 'node:fs';
import path from 'node:path';
import { apps as appTable } from 'shared/build/apps';
import { excesses, parseBudget, formatExcesses, formatModules } from './budget';

const limits = {
  apps: { host: { script: 1000, style: 200 } },
  pages: { 'index.html': { html: 500, script: 1500 } },
};

test('a limit that is just reached is kept', () => {
  const weights = {
    apps: { host: { script: 1000, style: 200 } },
    pages: { 'index.html': { html: 500, script: 1500 } },
  };
  expect(excesses(limits, weights)).toEqual([]);
});

test('one byte more is over, and the greatest excess comes first', () => {
  const weights = {
    apps: { host: { script: 1001, style: 200 } },
    pages: { 'index.html': { html: 650, script: 1500 } },
  };
  expect(excesses(limits, weights)).toEqual([
    { what: 'index.html', kind: 'html', bytes: 650, limit: 500 },
    { what: 'host', kind: 'script', bytes: 1001, limit: 1000 },
  ]);
});

test('what has no limit may weigh what it likes', () => {
  const weights = {
    apps: { host: {}, pricing: { script: 9_999_999 } },
    pages: { 'index.html': { style: 9_999_999 }, '404.html': { html: 9_999_999 } },
  };
  expect(excesses(limits, weights)).toEqual([]);
});

test('the figures are told to the byte', () => {
  const told = formatExcesses([{ what: 'pricing', kind: 'script', bytes: 12_345, limit: 12_000 }]);
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

test('a budget with a wrong limit is refused with its place', () => {
  expect(() => parseBudget('{"apps":{"host":{"script":-1}},"pages":{}}')).toThrow(
    'The budget is wrong at "apps.host.script"',
  );
});

test('the budget of this site limits every app and every page', () => {
  const text = readFileSync(path.join(import.meta.dirname, 'budget.json'), 'utf8');
  const { apps, pages } = parseBudget(text);
  expect(Object.keys(apps).sort()).toEqual(appTable.map(({ name }) => name).sort());
  expect(Object.keys(pages).sort()).toEqual([
    '404.html',
    'index.html',
    'privacy-policy.html',
    'signup.html',
    'terms.html',
  ]);
});
