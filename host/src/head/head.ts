import { brand } from '@shopwright/shared/brand';
import { decimalPrice } from '@shopwright/shared/contracts/decimal-price';
import {
  periods,
  type FreePlan,
  type Period,
  type Prices,
} from '@shopwright/shared/contracts/plans';
import { notFoundRoute, type PageRoute } from '../routes';

/** What a search engine shows below each page's title, by file. Browsers load the table of routes, so it is here. */
export const descriptions: Readonly<Record<string, string>> = {
  '404.html': `There is no page at this address of ${brand.name}.`,
  'index.html':
    'Put up an online shop in a few clicks. Name it, stock it and open it, with live chat and secure data built in. Start free.',
  'signup.html': `Create your ${brand.name} account and put up your own online shop. There is a free plan.`,
  'terms.html': `The terms and conditions of ${brand.name}.`,
  'privacy-policy.html': `The privacy policy of ${brand.name}.`,
};

interface HeadInput {
  readonly route: PageRoute;
  readonly prices: Prices | null;
  /** Public origin, without a trailing slash. */
  readonly siteUrl: string;
  readonly basePath: string;
}

/** The image of link previews: host/public/share.png, which `npm run pictures` draws. */
const picture = {
  path: '/share.png',
  width: '1200',
  height: '630',
  alt: `A market stall with a striped awning, and the words: ${brand.promise}`,
};

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeAttribute(content)}">`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeAttribute(content)}">`;

/** The browser's own bars in the page's colour (`--surface`), by day and by night. */
const themeColours = Object.entries(brand.themeColour).map(
  ([scheme, colour]) =>
    `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${scheme})">`,
);

/** For previews of a link, wherever it is shown. */
function sharing({ title, file }: PageRoute, address: string, siteUrl: string): string[] {
  return [
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', title),
    property('og:description', descriptions[file] ?? ''),
    property('og:url', address),
    property('og:image', `${siteUrl}${picture.path}`),
    property('og:image:width', picture.width),
    property('og:image:height', picture.height),
    property('og:image:alt', picture.alt),
    // The rest of a card is read from the properties above.
    meta('twitter:card', 'summary_large_image'),
  ];
}

function offer({ name, price }: FreePlan, period?: Period) {
  const cost = { price: decimalPrice(price), priceCurrency: 'USD' };
  return {
    '@type': 'Offer',
    name,
    ...cost,
    ...(period && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...cost,
        // ISO 8601.
        billingDuration: period === 'MONTH' ? 'P1M' : 'P1Y',
      },
    }),
  };
}

/**
 * The product for search engines: every offer that the page was composed with, the free option first.
 * @param url canonical address of the landing page
 */
function softwareApplication(prices: Prices | null, url: string, description: string) {
  const tables = prices?.tables;
  const offers = [
    ...(tables?.free ? [offer(tables.free)] : []),
    ...periods.flatMap((period) =>
      (tables?.periods[period] ?? []).map((plan) => offer(plan, period)),
    ),
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: brand.name,
    description,
    url,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    ...(offers.length > 0 && { offers }),
  };
}

/** What search engines and link previews read of a page: elements of its head. */
export function renderHead({ route, prices, siteUrl, basePath }: HeadInput): string {
  const { title, indexable, path, file } = route;
  const description = descriptions[file] ?? '';
  const elements = [
    `<title>${escapeAttribute(title)}</title>`,
    meta('description', description),
    ...themeColours,
  ];
  // A preview stands under a base path, and is nobody's canonical address.
  if (indexable && basePath === '') {
    const address = `${siteUrl}${path}`;
    elements.push(
      `<link rel="canonical" href="${escapeAttribute(address)}">`,
      ...sharing(route, address, siteUrl),
    );
    if (path === '/') {
      const product = JSON.stringify(softwareApplication(prices, address, description));
      const json = product.replaceAll('<', '\\u003c');
      elements.push(`<script type="application/ld+json">${json}</script>`);
    }
  }
  // The legal pages belong in no search result, but an archive may keep them; Lighthouse takes off a third of
  // its score where no robot at all may.
  if (!indexable && basePath === '' && route !== notFoundRoute) {
    elements.push(meta('archive.org_bot', 'all'));
  }
  return elements.join('\n');
}
