import { brand } from 'shared/brand';
import type { ComposedPrices } from 'shared/contracts/plans';
import type { PageRoute } from '../pages/routes';

interface HeadInput {
  readonly route: PageRoute;
  readonly composed: ComposedPrices | null;
  /** Public origin, without a trailing slash. */
  readonly siteUrl: string;
  readonly basePath: string;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeAttribute(content)}">`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeAttribute(content)}">`;

/** What search engines and link previews read of a page: elements of its head. */
export function renderHead({ route, siteUrl, basePath }: HeadInput): string {
  const { title, description, indexable, path } = route;
  const elements = [
    `<title>${escapeAttribute(title)}</title>`,
    meta('description', description),
  ];
  if (indexable) {
    const address = `${siteUrl}${basePath}${path}`;
    elements.push(
      `<link rel="canonical" href="${escapeAttribute(address)}">`,
      property('og:type', 'website'),
      property('og:site_name', brand.name),
      property('og:title', title),
      property('og:description', description),
      property('og:url', address),
    );
  }
  return elements.join('\n');
}
