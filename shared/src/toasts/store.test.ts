import { lifeEvents } from './life-cycle';
import { createToastStore, toasts as pageToasts } from './store';

const content = { kind: 'success', title: 'Saved', message: 'All of it' } as const;
let toasts: typeof pageToasts;

beforeEach(() => {
  jest.useFakeTimers();
  toasts = createToastStore();
});

afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

function shown(message: string = content.message): string {
  const id = toasts.show({ ...content, message });
  toasts.handle(id, 'activated');
  return id;
}

const modeOf = (id: string) => toasts.getState().find((toast) => toast.id === id)?.life.mode;

function clear(): void {
  for (const { id } of toasts.getState()) toasts.handle(id, 'dismissed');
  jest.advanceTimersByTime(300);
}

it('importing the store starts nothing, and the one of the page is empty', () => {
  expect(pageToasts.getState()).toEqual([]);
  expect(pageToasts.getInitialState()).toEqual([]);
});

it('a shown toast is inactive and waits for whoever draws it', () => {
  const id = toasts.show(content);
  jest.advanceTimersByTime(60_000);
  expect(toasts.getState()).toMatchObject([{ id, ...content, life: { mode: 'inactive' } }]);
  clear();
});

it('it stays 5000 ms from activation, eases 300 ms and leaves the state', () => {
  const id = shown();
  jest.advanceTimersByTime(4999);
  expect(modeOf(id)).toBe('active');
  jest.advanceTimersByTime(1);
  expect(modeOf(id)).toBe('removed');
  jest.advanceTimersByTime(299);
  expect(toasts.getState()).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(toasts.getState()).toEqual([]);
});

it('the newest is on top, each keeps its own time and has its own id', () => {
  const first = shown('first');
  jest.advanceTimersByTime(2000);
  const second = shown('second');
  expect(toasts.getState().map(({ message }) => message)).toEqual(['second', 'first']);
  expect(first).not.toBe(second);
  jest.advanceTimersByTime(3300);
  expect(toasts.getState().map(({ id }) => id)).toEqual([second]);
  clear();
});

it('only the three fields are kept of what is shown', () => {
  toasts.show({ ...content, password: 'correct horse' } as typeof content);
  expect(JSON.stringify(toasts.getState())).not.toContain('correct horse');
  clear();
});

it('events about a toast that is gone change and tell nothing', () => {
  const id = shown();
  clear();
  const listener = jest.fn();
  toasts.subscribe(listener);
  for (const event of lifeEvents) toasts.handle(id, event);
  expect(listener).not.toHaveBeenCalled();
});

it('each change is told with the list before it', () => {
  const listener = jest.fn();
  toasts.subscribe(listener);
  const id = shown();
  toasts.handle(id, 'hovered');
  toasts.handle(id, 'hovered');
  expect(listener).toHaveBeenCalledTimes(3);
  clear();
});
