import { fakeLayout } from '../testing/layout-fakes';
import { anchorId, restoreAnchor } from './scroll-restoration';

test.each([
  ['', null],
  ['#', null],
  ['#top', null],
  ['#pricing', 'pricing'],
])('the hash "%s" points to %s', (hash, id) => {
  expect(anchorId(hash)).toBe(id);
});

test.each([
  ['navigate', 0, true],
  ['navigate', 700, true],
  ['navigate', 300, false],
  ['reload', 0, false],
  ['reload', 700, true],
  ['back_forward', 300, false],
])('loaded by %s and scrolled to %d, a page holds its anchor at 700: %s', (type, top, holds) => {
  fakeLayout();
  document.body.innerHTML = '<section id="pricing"></section>';
  performance.getEntriesByType = jest.fn().mockReturnValue([{ type }]);
  window.scrollTo({ top });
  const letGo = restoreAnchor('#pricing');
  expect([letGo !== undefined, window.scrollY]).toEqual([holds, holds ? 700 : top]);
  letGo?.();
});
