import { findApps } from '@shopwright/shared/build/apps';
import { defaultBudget, findExcesses } from './budget';

const limits = {
  apps: { host: { script: 1000, style: 200 } },
  pages: { 'index.html': { html: 500, script: 1500 } },
};

test('one byte more is over, and the greatest excess comes first', () => {
  const sizes = {
    host: { script: 1001, style: 200 },
    'index.html': { html: 650, script: 1500 },
  };
  expect(findExcesses(limits, sizes)).toEqual([
    { name: 'index.html', kind: 'html', bytes: 650, limit: 500 },
    { name: 'host', kind: 'script', bytes: 1001, limit: 1000 },
  ]);
});

test('what has no limit of its own has that of all others', () => {
  const limits = { apps: { '*': { script: 10 } }, pages: { '*.html': { html: 20 } } };
  const sizes = { reviews: { script: 11 }, 'reviews.html': { html: 21 } };
  expect(findExcesses(limits, sizes).map(({ name }) => name)).toEqual(['reviews', 'reviews.html']);
});

test('the budget of a new store limits every app, and any other one', () => {
  const names = ['*', ...findApps().map(({ name }) => name)].sort();
  expect(Object.keys(defaultBudget.apps).sort()).toEqual(names);
  expect(Object.keys(defaultBudget.pages)).toContain('*.html');
});
