import { allowConsole, expectConsole, recordConsoleMessage, takeConsoleFailure } from './console';

test('an unexpected message is a failure that quotes it', () => {
  recordConsoleMessage('error', ['boom', { code: 7 }]);
  expect(takeConsoleFailure()).toBe('Unexpected console.error: boom {"code":7}');
});

test('an expectation covers its own method and pattern only', () => {
  expectConsole('warn', /careful/);
  recordConsoleMessage('warn', ['careful']);
  recordConsoleMessage('warn', ['other']);
  recordConsoleMessage('error', ['careful']);
  expect(takeConsoleFailure()).toBe(
    'Unexpected console.warn: other\nUnexpected console.error: careful',
  );
  expectConsole('error', /boom/);
  expect(takeConsoleFailure()).toBe('Expected console.error matching /boom/, saw none.');
});

test('an allowed message may come or not', () => {
  allowConsole('warn', /version/);
  expect(takeConsoleFailure()).toBeNull();
  allowConsole('warn', /version/);
  recordConsoleMessage('warn', ['old version']);
  expect(takeConsoleFailure()).toBeNull();
});

test('an expectation ends with its test', () => {
  expectConsole('error', /boom/);
  recordConsoleMessage('error', ['boom']);
  takeConsoleFailure();
  recordConsoleMessage('error', ['boom']);
  expect(takeConsoleFailure()).toMatch(/Unexpected/);
});

test('an error is quoted with its stack, and a value that JSON cannot hold by its name', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  recordConsoleMessage('error', [new Error('boom'), circular, undefined]);
  const failure = takeConsoleFailure();
  expect(failure).toContain('Error: boom\n');
  expect(failure).toContain('[object Object] undefined');
});

test('console.error and console.warn reach the guard', () => {
  console.error('to the guard');
  console.warn('and this');
  expect(takeConsoleFailure()).toBe(
    'Unexpected console.error: to the guard\nUnexpected console.warn: and this',
  );
});
