import { fakeLayout } from '../testing/layout-fakes';
import { createScrollMemory } from './scroll-memory';

function scrollTo(top: number) {
  window.scrollTo({ top });
  window.dispatchEvent(new Event('scroll'));
}

const stops: (() => void)[] = [];
function rememberScroll() {
  const memory = createScrollMemory();
  stops.push(memory.begin());
  return memory;
}

afterEach(() => stops.splice(0).forEach((stop) => stop()));

beforeEach(() => {
  sessionStorage.clear();
  fakeLayout();
});

test('each history entry has a place of its own', () => {
  const memory = rememberScroll();
  memory.look('a');
  scrollTo(640);
  memory.look('b');
  scrollTo(80);
  expect([memory.placeOf('a'), memory.placeOf('b'), memory.placeOf('c')]).toEqual([640, 80, null]);
});

test('an entry that is left at once has a place', () => {
  const memory = rememberScroll();
  memory.look('a');
  memory.leave();
  memory.look('b');
  expect([memory.placeOf('a'), memory.placeOf('b')]).toEqual([0, null]);
});

test('places outlast the page in the tab', () => {
  const before = rememberScroll();
  before.look('a');
  scrollTo(640);
  window.dispatchEvent(new Event('pagehide'));
  const after = rememberScroll();
  expect(after.placeOf('a')).toBe(640);
});

test('the tab keeps the places of the 50 entries that were visited last', () => {
  const memory = rememberScroll();
  const entries = Array.from({ length: 60 }, (_, at) => `entry ${at}`);
  for (const [at, entry] of entries.entries()) {
    memory.look(entry);
    scrollTo(at);
    memory.look('entry 0');
  }
  window.dispatchEvent(new Event('pagehide'));
  const kept = JSON.parse(sessionStorage.getItem('places') ?? '') as object;
  expect(Object.keys(kept).sort()).toEqual(['entry 0', ...entries.slice(-49)].sort());
  expect(rememberScroll().placeOf('entry 59')).toBe(59);
});

test('the browser restores while no script runs, and again after a return from its cache it does not', () => {
  rememberScroll();
  expect(history.scrollRestoration).toBe('manual');
  window.dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  window.dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
  stops.pop()?.();
  expect(history.scrollRestoration).toBe('auto');
});

test('where storage is blocked, places are known until the page is left', () => {
  for (const method of ['getItem', 'setItem'] as const) {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
  }
  const memory = rememberScroll();
  memory.look('a');
  scrollTo(640);
  window.dispatchEvent(new Event('pagehide'));
  expect(memory.placeOf('a')).toBe(640);
  jest.restoreAllMocks();
});
