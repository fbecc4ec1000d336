import type { SearchableRoute } from '../site-config';

export type { SearchableRoute };

const references: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/** Text as an attribute or an element holds it. */
export const escapeText = (text: string) =>
  text.replace(/[&"<]/g, (each) => references[each] ?? each);

/** The JSON-LD of a page, in the vocabulary of https://schema.org unless it names another. */
export function renderStructuredData(data: object): string {
  const isComplete = Array.isArray(data) || '@context' in data;
  const json = JSON.stringify(isComplete ? data : { '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`;
}

/**
 * Title, description, canonical address, other languages and structured data: the head of a page for sites that need no
 * more.
 * @param page siteUrl: public origin, without a trailing slash. A preview has no canonical address.
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
