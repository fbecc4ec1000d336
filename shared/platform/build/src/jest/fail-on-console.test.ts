import { takeMessages } from './fail-on-console';

test('console.error and console.warn fail a test unless they are taken', () => {
  console.error('boom in %s', 'render', { code: 7 });
  console.warn('and this');
  expect(takeMessages()).toEqual([
    'Unexpected console.error: boom in render { code: 7 }',
    'Unexpected console.warn: and this',
  ]);
});
