import type { Composition } from '../../../compose/composition';

const everyScript = /<script(?![^>]*application\/ld\+json)[^>]*>.*?<\/script>\n?/gs;
const scriptPreload = /<link rel="(?:preload|modulepreload)" as="(?:script|fetch)"[^>]*>\n?/g;

/**
 * A composed page with everything taken out that a script reads, runs or asks for. Styles, fonts and
 * pictures stay, and so does the structured data for search engines, which no browser runs.
 */
export function withoutScripts(html: string): string {
  return html.replaceAll(everyScript, '').replaceAll(scriptPreload, '');
}

/** The same composition with no script in any page. */
export function scriptlessComposition({ id, pages }: Composition): Composition {
  return {
    id: `scriptless-${id}`,
    pages: new Map(
      [...pages].map(([name, bytes]) => [
        name,
        name.endsWith('.html') ? Buffer.from(withoutScripts(bytes.toString('utf8'))) : bytes,
      ]),
    ),
  };
}
