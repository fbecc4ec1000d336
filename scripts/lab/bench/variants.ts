import type { Composition } from '../../platform/compose/composition';

/** The sites that are measured side by side, by how tables call them. */
export const variantNames = {
  composed: 'Composed',
  monolith: 'Monolith',
  scriptless: 'No scripts',
} as const;
export type Variant = keyof typeof variantNames;
export const variants = Object.keys(variantNames) as readonly Variant[];

/** The same composition with another HTML in every page. */
export function changePages(
  composition: Composition,
  id: string,
  change: (html: string) => string,
): Composition {
  const changed = [...composition.pages].map(([name, bytes]): [string, Buffer] => [
    name,
    name.endsWith('.html') ? Buffer.from(change(bytes.toString('utf8'))) : bytes,
  ]);
  return { ...composition, id, pages: new Map(changed) };
}

const everyScript = /<script(?![^>]*application\/ld\+json)[^>]*>.*?<\/script>\n?/gs;
const scriptPreload = /<link rel="(?:preload|modulepreload)" as="(?:script|fetch)"[^>]*>\n?/g;

/**
 * A composed page with everything taken out that a script reads, runs or asks for. Styles, fonts and
 * images stay, and so does the structured data for search engines, which no browser runs.
 */
export function withoutScripts(html: string): string {
  return html.replaceAll(everyScript, '').replaceAll(scriptPreload, '');
}
