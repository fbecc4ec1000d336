import { escapeText, renderStructuredData } from '@composed/host/head';
import type { PageRoute } from '@composed/host/site-config';
import { brand } from '@shopwright/shared/brand';
import type { Provides } from '@shopwright/shared/contracts/provides';
import type { softwareApplication } from './software-application';

/** Metadata of a page for search engines. */
export interface SearchEntry {
  /** The description that search engines show below the title. */
  readonly description: string;
  /** Whether search engines may list the page. */
  readonly indexable: boolean;
  /** The subject of the page, in the vocabulary of https://schema.org. */
  readonly createStructuredData?: typeof softwareApplication;
}

interface HeadInput {
  readonly route: Pick<PageRoute, 'path' | 'title'> & { readonly search: SearchEntry | false };
  readonly site: Provides;
  /** Public origin, without a trailing slash. */
  readonly siteUrl: string;
  readonly basePath: string;
}

/** The image of link previews: host/public/share.png. */
const picture = {
  path: '/share.png',
  width: '1200',
  height: '630',
  alt: `A market stall, and the words: ${brand.promise}`,
};

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeText(content)}">`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeText(content)}">`;

/** Gives the browser's bars the colour of the page (`--surface`), in light and dark mode. */
const themeColours = Object.entries(brand.themeColour).map(
  ([scheme, colour]) =>
    `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${scheme})">`,
);

/** Elements for previews of a link on other sites. */
function sharing(title: string, description: string, address: string, siteUrl: string): string[] {
  return [
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', `${siteUrl}${picture.path}`),
    property('og:image:width', picture.width),
    property('og:image:height', picture.height),
    property('og:image:alt', picture.alt),
    // Sites that show cards read the other fields from the properties above.
    meta('twitter:card', 'summary_large_image'),
  ];
}

/** Renders the elements of the head with metadata for search engines and link previews. */
export function renderHead({ route, site, siteUrl, basePath }: HeadInput): string {
  const { title, path, search } = route;
  if (!search) throw new Error('Only a build that composes knows the heads of pages.');
  const { description, indexable, createStructuredData } = search;
  const elements = [
    `<title>${escapeText(title)}</title>`,
    meta('description', description),
    ...themeColours,
  ];
  // A preview has a base path, and therefore no canonical URL.
  if (indexable && basePath === '') {
    const address = `${siteUrl}${path}`;
    elements.push(
      `<link rel="canonical" href="${escapeText(address)}">`,
      ...sharing(title, description, address, siteUrl),
    );
    if (createStructuredData) {
      // The structured data must have the prices that visitors see.
      const prices = site.links.pricing === null ? null : site.prices;
      elements.push(renderStructuredData(createStructuredData(prices, address, description)));
    }
  }
  // The legal pages belong in no search result, but an archive may keep them. A page that no robot at all may
  // read loses a third of its Lighthouse score.
  if (!indexable && basePath === '' && path !== '*') {
    elements.push(meta('archive.org_bot', 'all'));
  }
  return elements.join('\n');
}
