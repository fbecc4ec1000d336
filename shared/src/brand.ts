/** Name and words of the brand. No other source names the product. */
export const brand = {
  name: 'Shopwright',
  promise: 'Open your shop today.',
  /** `--surface` of ./styles/tokens.css, for the `theme-color` meta tags, which cannot use custom properties. */
  themeColour: { light: '#f8f1e3', dark: '#10172b' },
  /** A literal, so that prerendered pages do not change on January 1. */
  copyrightYear: 2024,
} as const;

/** The brand's logo, a small market stall: pairs of a fill and a path, in a view box of 32 by 32. */
export const brandMark = [
  ['var(--wood-dark)', 'M5 12h3v17H5Zm19 0h3v17h-3ZM3 20h26v4H3Z'],
  [
    'var(--butter)',
    'M6 3h20l4 10a4 4 0 0 1-7 2.5 4.7 4.7 0 0 1-7 0 4.7 4.7 0 0 1-7 0A4 4 0 0 1 2 13Z',
  ],
  ['var(--tomato)', 'M11 3 9 15.5a4 4 0 0 1-7-2.5L6 3Zm10 0 2 12.5a4.7 4.7 0 0 1-7 0V3Z'],
] as const;
