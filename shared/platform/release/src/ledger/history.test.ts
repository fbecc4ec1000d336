import { extendHistory } from './history';
import { findRollbackPath } from './rollback-path';
import type { HistoryEntry } from './ledger';

function entry(
  action: HistoryEntry['action'],
  app: string,
  from: string | null,
  to: string,
  at = '2026-01-01T00:00:00.000Z',
): HistoryEntry {
  return { at, by: 'Ada', action, changes: [{ app, from, to }], deployment: 'c' };
}

test('a history of 500 entries forgets the oldest one', () => {
  let history: HistoryEntry[] = [];
  for (let n = 1; n <= 520; n += 1) {
    history = extendHistory(history, entry('publish', 'pricing', `v${n - 1}`, `v${n}`));
  }
  expect(history).toHaveLength(500);
  expect(history.at(-1)?.changes[0]?.to).toBe('v520');
});

test('busy apps do not make a quiet app forget its releases', () => {
  let history = extendHistory([], entry('publish', 'quiet', null, 'v1'));
  history = extendHistory(history, entry('publish', 'quiet', 'v1', 'v2'));
  for (let n = 1; n <= 600; n += 1) {
    history = extendHistory(history, entry('publish', 'busy', `v${n - 1}`, `v${n}`));
  }
  expect(findRollbackPath(history, 'quiet')).toEqual(['v1', 'v2']);
});
