import { headerPolicy } from './content-policy';
import type { Place } from './places';

/**
 * The headers of every answer that carries the site: one source for the embedded server, the pages of the
 * embedded services, and the nginx configuration that the release tool writes (the quality page, "Security").
 */
export type Headers = Readonly<Record<string, string>>;

/**
 * Everything that a page could ask a browser for; this site asks for nothing. Only names that Chromium
 * knows: it writes to the console about any other.
 */
export const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** On every answer that a browser could take for a document. */
export const isolationHeaders: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** HTML is asked for again each time, and kept for Back: `no-store` would cost the back/forward cache. */
const pageHeaders: Headers = {
  'Content-Security-Policy': headerPolicy,
  'Cache-Control': 'no-cache',
};

const filePolicy: Headers = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const headersByKind: Readonly<Record<Place['kind'], Headers>> = {
  page: pageHeaders,
  missing: pageHeaders,
  // robots.txt, icons and what else stands at the root under a fixed name.
  'root-file': { ...filePolicy, 'Cache-Control': 'public, max-age=3600' },
  // Files of releases: the name says the content, so they never change.
  asset: { ...filePolicy, 'Cache-Control': 'public, max-age=31536000, immutable' },
};

/** Only where visitors come over TLS. */
export const transportHeaders: Headers = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
};

/** For what must stay out of search engines, whatever it says itself. */
export const unindexedHeaders: Headers = { 'X-Robots-Tag': 'noindex' };

export interface Circumstances {
  /** Visitors come over TLS. */
  readonly secure: boolean;
  /** What is asked for belongs to a preview. */
  readonly preview: boolean;
}

/** The headers of an answer by what its address means. */
export function headersOf(kind: Place['kind'], { secure, preview }: Circumstances): Headers {
  return {
    ...isolationHeaders,
    ...headersByKind[kind],
    ...(secure ? transportHeaders : {}),
    ...(preview ? unindexedHeaders : {}),
  };
}
