import { sameOriginDirectives, commonDirectives, formatPolicy } from './content-policy';
import type { Target } from './url-routing';

/*
 * The headers of all responses of the site. The embedded server, the pages of the embedded services and the nginx
 * configuration all get them from here. Headers that only documents need are sent only with documents.
 */

export type Headers = Readonly<Record<string, string>>;

/** Every feature that a page can request, since the site uses none. Chromium warns about names that it does not know. */
export const deniedFeatures = [
  'accelerometer autoplay camera clipboard-read clipboard-write display-capture',
  'encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get',
  'idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials',
  'payment picture-in-picture publickey-credentials-create publickey-credentials-get',
  'screen-wake-lock serial storage-access sync-xhr usb window-management xr-spatial-tracking',
].flatMap((names) => names.split(' '));

/** Headers of every response: browsers must not guess another type, and other sites must not embed the response. */
export const commonHeaders: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of every HTML document. */
const baseDocumentHeaders: Headers = {
  ...commonHeaders,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Headers of HTML documents that load nothing from other origins: all, except pages of a site with a relaxed policy. */
export const isolatedDocumentHeaders: Headers = {
  ...baseDocumentHeaders,
  'Cross-Origin-Embedder-Policy': 'require-corp',
  // Blocks scripts without `integrity`, no matter who inserts them.
  'Integrity-Policy': 'blocked-destinations=(script)',
};

/** The part of every page's policy that is sent as a header. The page's `<meta>` has the rest. */
const headerPolicy = {
  'frame-ancestors': ["'none'"],
  'media-src': ["'none'"],
  'object-src': ["'none'"],
  ...commonDirectives,
};

/** Without `default-src`, which would block the scripts and styles that a page allows by hash. Pages set it themselves. */
const sameOriginPolicy = { 'child-src': ["'none'"], ...headerPolicy, ...sameOriginDirectives };

/**
 * Headers of pages. Browsers must revalidate HTML each time, but may keep it for Back: `no-store` would disable the
 * back/forward cache. Proxies must not transform a page, since its policy allows inline scripts and styles by hash.
 */
const isolatedPageHeaders: Headers = {
  ...isolatedDocumentHeaders,
  'Content-Security-Policy': formatPolicy(sameOriginPolicy),
  'Cache-Control': 'no-cache, no-transform',
};
/** Headers of pages of a site with a relaxed policy, in which each page states its whole policy itself. */
const relaxedPageHeaders: Headers = {
  ...baseDocumentHeaders,
  'Content-Security-Policy': formatPolicy(headerPolicy),
  'Cache-Control': 'no-cache, no-transform',
};

/** For a page that sets a cookie, or that differs between live and canary. Shared caches must not store it. */
export const cookieCacheControl = 'private, no-cache, no-transform';

const headersByKind: Readonly<Record<Target['kind'], Headers>> = {
  page: isolatedPageHeaders,
  missing: isolatedPageHeaders,
  // robots.txt, icons and other files at the root under fixed names.
  'root-file': { ...commonHeaders, 'Cache-Control': 'max-age=3600' },
  // Names of a release's files contain a hash of their content, so they never change.
  asset: { ...commonHeaders, 'Cache-Control': 'max-age=31536000, immutable' },
};

/** Matches files that a browser can show as documents, and that may contain scripts. */
export const activeFilePattern = /\.(?:svg|xml)$/i;
export const activeFilePolicy =
  "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of responses that search engines must not index. */
export const unindexedHeaders: Headers = { 'X-Robots-Tag': 'noindex' };

/** The scope of HSTS: the site's host, also its subdomains, or also the browsers' preload list. */
export type HstsScope = 'host' | 'subdomains' | 'preload';

const hstsValues: Readonly<Record<HstsScope, string>> = {
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
  preload: 'max-age=63072000; includeSubDomains; preload',
};

/** @returns null if visitors do not use TLS */
export function findHstsScope(siteUrl: string, hsts: HstsScope = 'host'): HstsScope | null {
  return siteUrl.startsWith('https:') ? hsts : null;
}

/** @param hstsScope null if visitors do not use TLS */
export function hstsHeaders(hstsScope: HstsScope | null): Headers {
  return hstsScope ? { 'Strict-Transport-Security': hstsValues[hstsScope] } : {};
}

export interface HeaderCircumstances {
  /** The scope of Strict-Transport-Security; null if visitors do not use TLS. */
  readonly hstsScope: HstsScope | null;
  /** Whether the response is of a preview. */
  readonly preview: boolean;
  /** Whether the site relaxes the policy of its pages. Default: false. */
  readonly relaxesPolicy?: boolean;
}

/**
 * Returns the headers of a response, by the kind of its target.
 * @param file name of the file in the response
 */
export function headersOf(
  kind: Target['kind'],
  circumstances: HeaderCircumstances,
  file = '',
): Headers {
  const { hstsScope, preview, relaxesPolicy = false } = circumstances;
  const isPage = kind === 'page' || kind === 'missing';
  return {
    ...(isPage && relaxesPolicy ? relaxedPageHeaders : headersByKind[kind]),
    ...(activeFilePattern.test(file) ? { 'Content-Security-Policy': activeFilePolicy } : {}),
    ...(isPage ? hstsHeaders(hstsScope) : {}),
    ...(preview ? unindexedHeaders : {}),
  };
}
