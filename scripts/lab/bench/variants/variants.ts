/**
 * What is measured side by side: the site as it goes live; a monolith of the same sources; the composed
 * pages with their scripts taken out.
 */
export const variants = ['composed', 'monolith', 'scriptless'] as const;
export type Variant = (typeof variants)[number];
