import { anchorId, holdsAnchorOnLoad, planArrival } from './arrival';

const at = (address: string) => {
  const { pathname, hash } = new URL(address, 'https://shop.test');
  return { pathname, hash };
};

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

test('another page opens at its top, with focus on its heading', () => {
  expect(planArrival(at('/'), at('/signup'), 'PUSH', null)).toEqual({
    place: { kind: 'top' },
    smooth: false,
    focus: 'page',
  });
});

test('an anchor of another page is reached at once and takes focus', () => {
  expect(planArrival(at('/signup'), at('/#pricing'), 'PUSH', null)).toEqual({
    place: { kind: 'anchor', id: 'pricing' },
    smooth: false,
    focus: 'section',
  });
});

test('an anchor of the same page is scrolled to smoothly, again when it is pressed again', () => {
  const arrival = { place: { kind: 'anchor', id: 'pricing' }, smooth: true, focus: 'section' };
  expect(planArrival(at('/'), at('/#pricing'), 'PUSH', null)).toEqual(arrival);
  expect(planArrival(at('/#pricing'), at('/#pricing'), 'REPLACE', null)).toEqual(arrival);
});

test('Home on the landing page goes up to its heading', () => {
  expect(planArrival(at('/#contact'), at('/'), 'PUSH', null)).toEqual({
    place: { kind: 'top' },
    smooth: true,
    focus: 'page',
  });
});

test('Back restores the place that was left, whatever the hash', () => {
  expect(planArrival(at('/signup'), at('/#pricing'), 'POP', 1200)).toEqual({
    place: { kind: 'saved', y: 1200 },
    smooth: false,
    focus: 'page',
  });
});

test('Back within a page leaves focus alone', () => {
  expect(planArrival(at('/#pricing'), at('/'), 'POP', 0)).toEqual({
    place: { kind: 'saved', y: 0 },
    smooth: false,
    focus: 'stay',
  });
});

test('an address typed with a hash goes to its anchor, though it counts as a move in the history', () => {
  expect(planArrival(at('/'), at('/#contact'), 'POP', null)).toEqual({
    place: { kind: 'anchor', id: 'contact' },
    smooth: false,
    focus: 'section',
  });
});

test('a link is not a return: what was saved does not count', () => {
  expect(planArrival(at('/terms'), at('/'), 'PUSH', 900).place).toEqual({ kind: 'top' });
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
