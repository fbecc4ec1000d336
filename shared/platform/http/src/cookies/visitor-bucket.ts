import { createHmac, randomInt } from 'node:crypto';
import { visitorBucketName } from '@composed/contracts/url-routing';
import { cookieValue, isSameSecret } from './cookie-value';

/*
 * Routes visitors to a canary. Only documents are routed, since they pin all their files. The first document that a
 * visitor requests while a canary runs sets a cookie with a random bucket from 0 to 99. From the next document on,
 * visitors with a bucket below the canary's share get the canary. So a visitor without cookies stays with the live
 * site, and no visitor leaves a canary whose share grows. One visitor in a hundred has the same bucket, so it
 * identifies nobody.
 *
 * The server signs the bucket of each request for a document that sends one. Only visits with a signed bucket are
 * compared, so that on both variants the visitors are returning ones.
 */

/** Seconds, 30 days: longer than any canary runs. */
const maxAge = 30 * 86_400;

/** Milliseconds for which a signature is valid. */
const signatureLifetime = 3_600_000;

/** Milliseconds by which the clocks of page and server may differ. */
const clockSlack = 1000;

/** Matches crawlers, which get no bucket and so stay with the live site. */
const crawlers = /bot|crawl|spider|slurp|facebookexternalhit|preview|lighthouse/i;

/** @param secure whether visitors reach the site over https */
function visitorBucketCookieName(secure: boolean): string {
  return secure ? '__Host-bucket' : 'bucket';
}

/** Returns the Set-Cookie value for a bucket, signed or not. */
function visitorBucketCookie(visitorBucket: string, secure: boolean): string {
  return `${visitorBucketCookieName(secure)}=${visitorBucket}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

interface SigningKey {
  readonly secret: string;
  /** The allocation of the visitor’s address. A signature for one allocation is invalid in another. */
  readonly allocation: string;
}

function sign(visitorBucket: string, issued: string, { secret, allocation }: SigningKey): string {
  const text = `${visitorBucket} ${issued} ${allocation}`;
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** Signs a bucket together with the time of the document. It proves that the visitor's request had this bucket. */
export function signVisitorBucket(
  visitorBucket: string,
  key: SigningKey,
  now = Date.now(),
): string {
  const issued = now.toString(36);
  return `${visitorBucket}.${issued}.${sign(visitorBucket, issued, key)}`;
}

/**
 * Verifies the bucket in a visitor's cookie.
 * @param age of the page in milliseconds. A younger signature belongs to another page.
 * @returns null without a valid signature
 */
export function verifyVisitorBucket(
  cookieHeader: string | undefined,
  key: SigningKey,
  age: number,
  now = Date.now(),
): number | null {
  const secureCookie = cookieValue(cookieHeader, visitorBucketCookieName(true));
  const cookie = secureCookie ?? cookieValue(cookieHeader, visitorBucketCookieName(false)) ?? '';
  const [visitorBucket = '', issued = '', signature = ''] = cookie.split('.');
  if (!isSameSecret(signature, sign(visitorBucket, issued, key))) return null;
  const signatureAge = now - Number.parseInt(issued, 36);
  const isValid = signatureAge >= age - clockSlack && signatureAge <= signatureLifetime;
  return isValid ? Number(visitorBucket) : null;
}

/**
 * Decides which variant a visitor gets.
 * @param getsCanary whether a bucket gets the canary. Bucket 0 gets it whenever a canary runs.
 * @param key null without a judge, so that buckets stay unsigned
 * @returns `folder`: that of the canary's pages, or null for the live ones; `setCookie`: the bucket of a new visitor,
 *   the signed bucket of a returning one, or null
 */
export function chooseVariant(
  headers: Readonly<Partial<Record<'cookie' | 'user-agent', string | undefined>>>,
  secure: boolean,
  getsCanary: (visitorBucket: string) => boolean,
  key: SigningKey | null = null,
): { readonly folder: string | null; readonly setCookie: string | null } {
  const cookie = cookieValue(headers.cookie, visitorBucketCookieName(secure)) ?? '';
  const [, visitorBucket] = /^(\d\d)(?:\.|$)/.exec(cookie) ?? [];
  if (visitorBucket !== undefined) {
    return {
      folder: getsCanary(visitorBucket) ? `canary/${visitorBucket}` : null,
      setCookie: key && visitorBucketCookie(signVisitorBucket(visitorBucket, key), secure),
    };
  }
  const isNew = getsCanary(visitorBucketName(0)) && !crawlers.test(headers['user-agent'] ?? '');
  return {
    folder: null,
    setCookie: isNew ? visitorBucketCookie(visitorBucketName(randomInt(100)), secure) : null,
  };
}
