import { randomInt } from 'node:crypto';
import { cookieValue } from './xsrf';

/*
 * Which visitors get the canary. Documents alone are routed: they name all of their files. A visitor's bucket is
 * one of a hundred numbers, drawn at the first document while a canary runs; those below its share get it from the
 * next document on. So who never sends the cookie back stays with what is live, and no visitor leaves a canary
 * whose share grows. The number tells nobody apart: one visitor in a hundred has the same.
 */

/** Days: longer than any canary runs. */
const maxAge = 30 * 86_400;

/** Parts of the names of machines that read pages: they get no bucket, so that they stay with what is live. */
export const crawlers = 'bot|crawl|spider|slurp|facebookexternalhit|preview|lighthouse';
const isCrawler = new RegExp(crawlers, 'i');

/** @param secure whether visitors reach the site over https */
export function bucketCookieName(secure: boolean): string {
  return secure ? '__Host-bucket' : 'bucket';
}

/** The Set-Cookie value that carries a bucket. */
export function bucketCookie(bucket: string, secure: boolean): string {
  return `${bucketCookieName(secure)}=${bucket}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** A bucket as the cookie has it: two digits. */
export function bucketName(bucket: number): string {
  return String(bucket).padStart(2, '0');
}

/**
 * Which side a visitor is on.
 * @param isShown whether a bucket gets the canary; where there is one, the first does
 * @returns where the pages of the canary are, or null for what is live; and the Set-Cookie value of a new
 *   visitor, or null
 */
export function sideOf(
  headers: Readonly<Partial<Record<'cookie' | 'user-agent', string | undefined>>>,
  secure: boolean,
  isShown: (bucket: string) => boolean,
): { readonly place: string | null; readonly setCookie: string | null } {
  const bucket = cookieValue(headers.cookie, bucketCookieName(secure)) ?? '';
  if (/^\d\d$/.test(bucket)) {
    return { place: isShown(bucket) ? `canary/${bucket}` : null, setCookie: null };
  }
  const isNew = isShown(bucketName(0)) && !isCrawler.test(headers['user-agent'] ?? '');
  return {
    place: null,
    setCookie: isNew ? bucketCookie(bucketName(randomInt(100)), secure) : null,
  };
}
