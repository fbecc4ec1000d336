import { fakeLayout } from '../testing/layout-fakes';
import { createScrollMemory } from './scroll-memory';

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

test('the tab keeps the scroll positions of the 50 entries that were visited last', () => {
  const memory = rememberScroll();
  const entries = Array.from({ length: 60 }, (_, at) => `entry ${at}`);
  for (const [at, entry] of entries.entries()) {
    window.scrollTo({ top: at });
    for (const leftEntry of [entry, 'entry 0']) {
      memory.enter(leftEntry);
      memory.leave();
    }
  }
  window.dispatchEvent(new Event('pagehide'));
  const kept = new Map(JSON.parse(sessionStorage.getItem('positions') ?? '') as [string, number][]);
  expect([...kept.keys()].sort()).toEqual(['entry 0', ...entries.slice(-49)].sort());
  expect(rememberScroll().positionOf('entry 59')).toBe(59);
});

test('the browser restores scrolling while no script runs, and not after a return from its cache', () => {
  rememberScroll();
  expect(history.scrollRestoration).toBe('manual');
  window.dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  window.dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
  stops.pop()?.();
  expect(history.scrollRestoration).toBe('auto');
});
