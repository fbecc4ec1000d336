import type { EntryChanges } from './history';
import { findPreviousRelease, findRollbackPath } from './rollback-path';

const entry = (
  action: EntryChanges['action'],
  from: string | null,
  to: string,
  app = 'pricing',
): EntryChanges => ({ action, changes: [{ app, from, to }] });

const published = [
  entry('publish', null, 'v1'),
  entry('publish', 'v1', 'v2'),
  entry('publish', null, 'v1', 'signup'),
  entry('publish', 'v2', 'v3'),
];

test('a rollback leads to the release that was published before, of the same app', () => {
  expect(findRollbackPath(published, 'pricing')).toEqual(['v1', 'v2', 'v3']);
  expect(findPreviousRelease(published, { pricing: 'v3', signup: 'v1' }, 'pricing')).toBe('v2');
  expect(findPreviousRelease(published, { pricing: 'v3', signup: 'v1' }, 'signup')).toBeUndefined();
});

test('the rollback after a rollback goes further back', () => {
  const history = [...published, entry('rollback', 'v3', 'v2')];
  expect(findRollbackPath(history, 'pricing')).toEqual(['v1', 'v2']);
  expect(findPreviousRelease(history, { pricing: 'v2' }, 'pricing')).toBe('v1');
});

test('a release that is published again after a rollback is a new one to go back from', () => {
  const history = [...published, entry('rollback', 'v3', 'v1'), entry('publish', 'v1', 'v3')];
  expect(findRollbackPath(history, 'pricing')).toEqual(['v1', 'v3']);
});

test('a rollback brings a removed app back as it was live', () => {
  const removal: EntryChanges = {
    action: 'remove',
    changes: [],
    removed: { app: 'pricing', version: 'v3' },
  };
  expect(findPreviousRelease([...published, removal], { signup: 'v1' }, 'pricing')).toBe('v3');
});
