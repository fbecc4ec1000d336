/** The one place that names the product. */
export const brand = {
  name: 'Shopwright',
  promise: 'Open your shop today.',
  /** `--surface` of styles/tokens.css, for what cannot read custom properties. */
  themeColour: { light: '#f9f3e6', dark: '#12192a' },
  /** Literal: it does not go by the calendar. */
  copyrightYear: 2024,
} as const;
