import { readFileSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';

interface Colour {
  readonly parseString: (text: string) => void;
}
/** axe’s functions for contrast by WCAG, which its types leave out. */
const { Color, getContrast } = Reflect.get(axe.commons, 'color') as {
  readonly Color: new () => Colour;
  readonly getContrast: (one: Colour, other: Colour) => number;
};

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const pairs = new Map(
  [...css.matchAll(/(--[\w-]+):\s*light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

function colour(name: string, theme: Theme): Colour {
  const pair = pairs.get(name);
  if (!pair) throw new Error(`tokens.css has no colour pair ${name}.`);
  const read = new Color();
  read.parseString(pair[theme]);
  return read;
}

const surfaces = ['--surface', '--surface-raised', '--surface-sunken', '--action-quiet'];

const texts: readonly (readonly [text: string, surface: string])[] = [
  ...surfaces.flatMap((surface) =>
    ['--text', '--text-quiet', '--success-text'].map((text) => [text, surface] as const),
  ),
  ...surfaces.slice(0, 3).map((surface) => ['--danger-text', surface] as const),
  ['--on-action', '--action'],
  ['--on-action', '--action-hover'],
  ['--text', '--danger-surface'],
  ['--danger-text', '--danger-surface'],
  ['--text', '--success-surface'],
  ['--success-text', '--success-surface'],
  ['--on-toast', '--toast'],
  // The sign of the stall is a drawing with text, which must be legible.
  ['--ink', '--paper'],
];

const controls: readonly (readonly [mark: string, surface: string])[] = surfaces.flatMap(
  (surface) => ['--line-strong', '--action', '--focus'].map((mark) => [mark, surface] as const),
);

describe.each(themes)('in the %s theme', (theme) => {
  test.each(texts)('%s on %s has a contrast of 4.5 or more', (text, surface) => {
    expect(getContrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(controls)('%s on %s has a contrast of 3 or more', (mark, surface) => {
    expect(getContrast(colour(mark, theme), colour(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});
