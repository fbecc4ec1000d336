import { anchorId, holdsAnchorOnLoad } from './anchors';

test.each([
  ['', null],
  ['#', null],
  ['#top', null],
  ['#TOP', null],
  ['#pricing', 'pricing'],
  ['#caf%C3%A9', 'café'],
  ['#100%', '100%'],
  ['#a b', 'a b'],
])('the hash "%s" points to %s', (hash, id) => {
  expect(anchorId(hash)).toBe(id);
});

test.each([
  ['navigate', 0, false, true],
  ['navigate', 700, true, true],
  ['navigate', 300, false, false],
  ['reload', 0, false, false],
  ['reload', 700, true, true],
  ['back_forward', 0, false, false],
  [undefined, 0, false, true],
])(
  'loaded by %s, scrolled to %d, at the anchor: %s → holds it: %s',
  (by, scrollY, atAnchor, holds) => {
    expect(holdsAnchorOnLoad(by, { scrollY, atAnchor })).toBe(holds);
  },
);
