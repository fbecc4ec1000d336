import type { SearchableRoute } from '../site/site-config';

export type { SearchableRoute };

const references: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/** Escapes text for an attribute or an element. */
export const escapeText = (text: string) =>
  text.replace(/[&"<]/g, (character) => references[character] ?? character);

/** Renders the JSON-LD of a page, in the vocabulary of https://schema.org unless the data names another. */
export function renderStructuredData(data: object): string {
  const isComplete = Array.isArray(data) || '@context' in data;
  const json = JSON.stringify(isComplete ? data : { '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`;
}

/**
 * Renders title, description, canonical address, other languages and structured data, for sites that need nothing more in
 * a page's head. A preview has no canonical address.
 * @param page siteUrl: public origin, without a trailing slash
 */
export function renderHead({
  route: { path, title, search },
  siteUrl,
  basePath,
}: {
  readonly route: Pick<SearchableRoute, 'path' | 'title' | 'search'>;
  readonly siteUrl: string;
  readonly basePath: string;
}): string {
  const { description, indexable, canonical = path, alternates = {}, structuredData } = search;
  const isPublic = indexable && basePath === '';
  return [
    `<title>${escapeText(title)}</title>`,
    ...(description === ''
      ? []
      : [`<meta name="description" content="${escapeText(description)}">`]),
    ...(isPublic ? [`<link rel="canonical" href="${escapeText(siteUrl + canonical)}">`] : []),
    ...Object.entries(isPublic ? alternates : {}).map(
      ([language, address]) =>
        `<link rel="alternate" hreflang="${language}" href="${escapeText(siteUrl + address)}">`,
    ),
    ...(structuredData ? [renderStructuredData(structuredData)] : []),
  ].join('\n');
}
