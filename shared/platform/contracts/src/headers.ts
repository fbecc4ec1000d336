import { closedDirectives, commonDirectives, formatPolicy } from './content-policy';
import type { Target } from './url-routing';

/*
 * The headers of every response that carries the site. It is the one source for the embedded server, the pages of the
 * embedded services, and the nginx configuration. Headers that only documents need are sent with documents alone.
 */

export type Headers = Readonly<Record<string, string>>;

/**
 * Every feature that a page could ask a browser for; this site asks for none. Only names that Chromium knows, since
 * it warns of any other.
 */
export const deniedFeatures = [
  'accelerometer autoplay camera clipboard-read clipboard-write display-capture',
  'encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get',
  'idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials',
  'payment picture-in-picture publickey-credentials-create publickey-credentials-get',
  'screen-wake-lock serial storage-access sync-xhr usb window-management xr-spatial-tracking',
].flatMap((names) => names.split(' '));

/** Headers of every response: browsers do not guess another type, and no other site embeds it. */
export const plainHeaders: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const anyDocumentHeaders: Headers = {
  ...plainHeaders,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Headers of every HTML document, except pages of a site that uses other origins. */
export const documentHeaders: Headers = {
  ...anyDocumentHeaders,
  'Cross-Origin-Embedder-Policy': 'require-corp',
  // A script without a hash is not loaded, wherever in the page it comes from.
  'Integrity-Policy': 'blocked-destinations=(script)',
};

/** The part of every page's policy that is sent as a header; each page says the rest itself. */
const headerPolicy = {
  'frame-ancestors': ["'none'"],
  'media-src': ["'none'"],
  'object-src': ["'none'"],
  ...commonDirectives,
};

/** A page says `default-src`, which the header cannot: it would forbid the page's own hashes. */
const closedPolicy = { 'child-src': ["'none'"], ...headerPolicy, ...closedDirectives };

/**
 * Browsers ask for HTML again each time, and keep it for Back: `no-store` would cost the back/forward cache. Hashes cover
 * its scripts and styles, so no proxy may transform it.
 */
const pageHeaders: Headers = {
  ...documentHeaders,
  'Content-Security-Policy': formatPolicy(closedPolicy),
  'Cache-Control': 'no-cache, no-transform',
};
const openPageHeaders: Headers = {
  ...anyDocumentHeaders,
  'Content-Security-Policy': formatPolicy(headerPolicy),
  'Cache-Control': 'no-cache, no-transform',
};

/** For a page that sets a cookie, or that differs by canary: no shared cache may keep it. */
export const cookieCacheControl = 'private, no-cache, no-transform';

const headersByKind: Readonly<Record<Target['kind'], Headers>> = {
  page: pageHeaders,
  missing: pageHeaders,
  // robots.txt, icons and other files at the root under fixed names.
  'root-file': { ...plainHeaders, 'Cache-Control': 'max-age=3600' },
  // Names of a release's files contain a hash of their content, so they never change.
  asset: { ...plainHeaders, 'Cache-Control': 'max-age=31536000, immutable' },
};

/** Files that a browser shows as documents, and that could hold a script. */
export const activeFile = /\.(?:svg|xml)$/i;
export const activeFilePolicy =
  "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of responses that must stay out of search engines. */
export const unindexedHeaders: Headers = { 'X-Robots-Tag': 'noindex' };

/** Scope of HSTS: this host, its subdomains too, or also the preload list of browsers. */
export type TransportScope = 'host' | 'subdomains' | 'preload';

const strictTransport: Readonly<Record<TransportScope, string>> = {
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
  preload: 'max-age=63072000; includeSubDomains; preload',
};

/** @returns null where visitors do not come over TLS */
export function transportOf(siteUrl: string, hsts: TransportScope = 'host'): TransportScope | null {
  return siteUrl.startsWith('https:') ? hsts : null;
}

/** @param transport null where visitors do not come over TLS */
export function transportHeaders(transport: TransportScope | null): Headers {
  return transport ? { 'Strict-Transport-Security': strictTransport[transport] } : {};
}

/**
 * The headers of a response, by the kind of its target.
 * @param circumstances transport: null where visitors do not come over TLS; preview: whether a preview is sent; isOpen:
 *   whether the site uses other origins, so that each page states its whole policy itself
 * @param file name of the file that is sent
 */
export function headersOf(
  kind: Target['kind'],
  circumstances: {
    readonly transport: TransportScope | null;
    readonly preview: boolean;
    readonly isOpen?: boolean;
  },
  file = '',
): Headers {
  const { transport, preview, isOpen = false } = circumstances;
  const isPage = kind === 'page' || kind === 'missing';
  return {
    ...(isPage && isOpen ? openPageHeaders : headersByKind[kind]),
    ...(activeFile.test(file) ? { 'Content-Security-Policy': activeFilePolicy } : {}),
    ...(isPage ? transportHeaders(transport) : {}),
    ...(preview ? unindexedHeaders : {}),
  };
}
