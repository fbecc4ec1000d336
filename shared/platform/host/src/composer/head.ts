import type { SearchableRoute } from '../site-parts';

export type { SearchableRoute };

const references: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const escaped = (text: string) => text.replace(/[&"<]/g, (each) => references[each] ?? each);

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
    `<title>${escaped(title)}</title>`,
    ...(description === '' ? [] : [`<meta name="description" content="${escaped(description)}">`]),
    ...(indexable && basePath === ''
      ? [`<link rel="canonical" href="${escaped(siteUrl + canonical)}">`]
      : []),
    ...(structuredData
      ? [
          `<script type="application/ld+json">${JSON.stringify(structuredData).replaceAll('<', '\\u003c')}</script>`,
        ]
      : []),
  ].join('\n');
}
