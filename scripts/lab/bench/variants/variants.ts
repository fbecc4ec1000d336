/** The sites that are measured side by side, by how tables call them. */
export const variantNames = {
  /** As it goes live. */
  composed: 'Composed',
  /** The same sources with the remotes bound at build time. */
  monolith: 'Monolith',
  /** The composed pages with their scripts taken out. */
  scriptless: 'No scripts',
  /** One heading on every page: the floor under all paints. */
  heading: 'One heading',
} as const;
export type Variant = keyof typeof variantNames;
export const variants = Object.keys(variantNames) as readonly Variant[];
