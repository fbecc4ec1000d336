/** The one place that names the product. */
export const brand = {
  name: 'Shopwright',
  promise: 'Open your shop today.',
  /** Literal, as specification section 9 gives it. */
  copyrightYear: 2024,
} as const;
