import type { SearchableRoute } from '../site-config';

export type { SearchableRoute };

const references: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/** Text as an attribute or an element holds it. */
export const escapeText = (text: string) =>
  text.replace(/[&"<]/g, (each) => references[each] ?? each);

/** The element that holds the subject of a page, by https://schema.org. */
export const renderStructuredData = (data: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/**
 * Title, description, canonical address and structured data of a page, for a site that has no more to say.
 * @param page siteUrl: public origin, without a trailing slash. A preview is nobody's canonical address.
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
  const { description, indexable, canonical = path, structuredData } = search;
  return [
    `<title>${escapeText(title)}</title>`,
    ...(description === ''
      ? []
      : [`<meta name="description" content="${escapeText(description)}">`]),
    ...(indexable && basePath === ''
      ? [`<link rel="canonical" href="${escapeText(siteUrl + canonical)}">`]
      : []),
    ...(structuredData ? [renderStructuredData(structuredData)] : []),
  ].join('\n');
}
