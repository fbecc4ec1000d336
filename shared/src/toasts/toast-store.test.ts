import { createToastStore } from './toast-store';

const content = { kind: 'success', title: 'Saved', message: 'All of it' } as const;
let toasts: ReturnType<typeof createToastStore>;

beforeEach(() => {
  jest.useFakeTimers();
  toasts = createToastStore();
});

afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

function shown(message: string = content.message): string {
  const id = toasts.show({ ...content, message });
  toasts.handle(id, 'activated');
  return id;
}

it('the newest is on top, and each keeps its own time', () => {
  shown('first');
  jest.advanceTimersByTime(2000);
  const second = shown('second');
  expect(toasts.getState().map(({ message }) => message)).toEqual(['second', 'first']);
  jest.advanceTimersByTime(3300);
  expect(toasts.getState().map(({ id }) => id)).toEqual([second]);
});

it('only the three known fields of a toast are stored', () => {
  toasts.show({ ...content, password: 'correct horse' } as typeof content);
  expect(JSON.stringify(toasts.getState())).not.toContain('correct horse');
});

it('subscribers hear of each change once, and of no change to a removed toast', () => {
  const listener = jest.fn();
  const id = shown();
  toasts.subscribe(listener);
  toasts.handle(id, 'hovered');
  toasts.handle(id, 'hovered');
  expect(listener).toHaveBeenCalledTimes(1);
  toasts.handle(id, 'dismissed');
  jest.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledTimes(3);
  toasts.handle(id, 'activated');
  expect(listener).toHaveBeenCalledTimes(3);
});
