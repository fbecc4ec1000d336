import { leaveFor } from './navigation';
import { cancelRedirect, redirectSoon } from './redirect';
import { showPage } from './testing/sign-up-page';

jest.mock('./navigation', () => ({ leaveFor: jest.fn() }));

beforeEach(() => {
  jest.clearAllMocks();
  jest.useFakeTimers();
});
afterEach(() => {
  cancelRedirect();
  jest.useRealTimers();
});

test('the redirect comes after exactly 2000 ms, once', () => {
  redirectSoon('/sign-in');
  jest.advanceTimersByTime(1999);
  expect(leaveFor).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(leaveFor).toHaveBeenCalledWith('/sign-in');
  jest.advanceTimersByTime(60_000);
  expect(leaveFor).toHaveBeenCalledTimes(1);
});

test('asked for twice, the redirect comes once, after the later one', () => {
  redirectSoon('/first');
  jest.advanceTimersByTime(1000);
  redirectSoon('/second');
  jest.advanceTimersByTime(1999);
  expect(leaveFor).not.toHaveBeenCalled();
  jest.advanceTimersByTime(60_000);
  expect(jest.mocked(leaveFor).mock.calls).toEqual([['/second']]);
});

test('a page back from the cache forgets a redirect that was frozen with it', () => {
  redirectSoon('/sign-in');
  showPage(true);
  jest.advanceTimersByTime(60_000);
  expect(leaveFor).not.toHaveBeenCalled();
});

test('the first showing of a page cancels nothing', () => {
  redirectSoon('/sign-in');
  showPage(false);
  jest.advanceTimersByTime(2000);
  expect(leaveFor).toHaveBeenCalledTimes(1);
});
