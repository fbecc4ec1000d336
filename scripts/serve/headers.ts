/**
 * The headers of every answer that carries the site: one source for the embedded server and for the
 * nginx configuration that the release tool writes (the quality page, "Security").
 */
export type Headers = Readonly<Record<string, string>>;

/** Everything that a page could ask a browser for; this site asks for nothing. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const everywhere: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/**
 * What a `<meta>` policy cannot say, and what holds for every page. The rest of a page's policy, with the
 * hashes of its own styles and script, stands in the page, so that pages are plain files.
 */
const pagePolicy = [
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** HTML is asked for again each time, and kept for Back: `no-store` would cost the back/forward cache. */
export const pageHeaders: Headers = {
  ...everywhere,
  'Content-Security-Policy': pagePolicy,
  'Cache-Control': 'no-cache',
};

/** robots.txt, icons and what else stands at the root under a fixed name. */
export const rootFileHeaders: Headers = {
  ...everywhere,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'public, max-age=3600',
};

/** Files of releases: the name says the content, so they never change. */
export const assetHeaders: Headers = {
  ...everywhere,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** Only where TLS ends at this server. */
export const transportHeaders: Headers = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
};

/** Pages that must stay out of search engines, whatever they say themselves. */
export const unindexedHeaders: Headers = { 'X-Robots-Tag': 'noindex' };
