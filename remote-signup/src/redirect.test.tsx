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

test('asked for twice, the redirect comes once, after the later one', () => {
  redirectSoon('/first');
  jest.advanceTimersByTime(1000);
  redirectSoon('/second');
  jest.advanceTimersByTime(1999);
  expect(leaveFor).not.toHaveBeenCalled();
  jest.advanceTimersByTime(60_000);
  expect(jest.mocked(leaveFor).mock.calls).toEqual([['/second']]);
});

test('the first showing of a page cancels nothing', () => {
  redirectSoon('/sign-in');
  showPage(false);
  jest.advanceTimersByTime(2000);
  expect(leaveFor).toHaveBeenCalledTimes(1);
});
