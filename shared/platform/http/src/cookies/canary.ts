import { createHmac, randomInt } from 'node:crypto';
import { cookieValue, isSameSecret } from './xsrf';

/*
 * The routing of visitors to a canary. Only documents are routed, since they name all of their files. A visitor’s
 * bucket is one of a hundred numbers, drawn at the first document while a canary runs. From the next document on,
 * numbers below the share get the canary. A visitor who never sends the cookie back stays with the live site, and no
 * visitor leaves a canary whose share grows. One visitor in a hundred has the same number, so it identifies nobody. A
 * document that was asked for with a bucket signs it. Only visits to such documents are compared, so that on both
 * variants the visitor has been there before.
 */

/** Days: longer than any canary runs. */
const maxAge = 30 * 86_400;

/** Milliseconds for which a signed bucket is valid. */
const provenFor = 3_600_000;

/** Milliseconds by which the clocks of page and server may differ; the telemetry of a page begins after the page. */
const clockSlack = 1000;

/** Parts of the names of crawlers, which get no bucket and so stay with the live site. */
const crawlers = /bot|crawl|spider|slurp|facebookexternalhit|preview|lighthouse/i;

/** @param secure whether visitors reach the site over https */
function visitorBucketCookieName(secure: boolean): string {
  return secure ? '__Host-bucket' : 'bucket';
}

/** The Set-Cookie value that carries a bucket. */
function visitorBucketCookie(visitorBucket: string, secure: boolean): string {
  return `${visitorBucketCookieName(secure)}=${visitorBucket}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** A bucket as the cookie has it: two digits. */
export function visitorBucketName(visitorBucket: number): string {
  return String(visitorBucket).padStart(2, '0');
}

/** The key that signs buckets. */
interface Signature {
  readonly secret: string;
  /** The visitor’s network: a bucket that was given to one network proves nothing for another. */
  readonly network: string;
}

function sign(visitorBucket: string, issued: string, { secret, network }: Signature): string {
  const text = `${visitorBucket} ${issued} ${network}`;
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** A bucket with the time of its document and a signature: proof that a visitor came with a bucket for a page. */
export function signVisitorBucket(
  visitorBucket: string,
  signature: Signature,
  now = Date.now(),
): string {
  const issued = now.toString(36);
  return `${visitorBucket}.${issued}.${sign(visitorBucket, issued, signature)}`;
}

/**
 * The bucket with which a visitor got a page.
 * @param age of the page in milliseconds: a younger signature belongs to another page
 * @returns null without a valid signature
 */
export function provenVisitorBucket(
  cookieHeader: string | undefined,
  signature: Signature,
  age: number,
  now = Date.now(),
): number | null {
  const cookie = [true, false].map((secure) =>
    cookieValue(cookieHeader, visitorBucketCookieName(secure)),
  );
  const [visitorBucket = '', issued = '', proof = ''] = (cookie[0] ?? cookie[1] ?? '').split('.');
  if (!isSameSecret(proof, sign(visitorBucket, issued, signature))) return null;
  const since = now - Number.parseInt(issued, 36);
  return since >= age - clockSlack && since <= provenFor ? Number(visitorBucket) : null;
}

/**
 * The variant that a visitor gets.
 * @param getsCanary whether a bucket gets the canary; the first one does while a canary runs
 * @param signature null without a judge
 * @returns folder: of the pages of the canary, or null for the live ones; setCookie: the bucket of a new visitor, or
 *   the signed one of a visitor who came back, or null
 */
export function variantOf(
  headers: Readonly<Partial<Record<'cookie' | 'user-agent', string | undefined>>>,
  secure: boolean,
  getsCanary: (visitorBucket: string) => boolean,
  signature: Signature | null = null,
): { readonly folder: string | null; readonly setCookie: string | null } {
  const cookie = cookieValue(headers.cookie, visitorBucketCookieName(secure)) ?? '';
  const [, visitorBucket] = /^(\d\d)(?:\.|$)/.exec(cookie) ?? [];
  if (visitorBucket !== undefined) {
    const proof =
      signature && visitorBucketCookie(signVisitorBucket(visitorBucket, signature), secure);
    return {
      folder: getsCanary(visitorBucket) ? `canary/${visitorBucket}` : null,
      setCookie: proof,
    };
  }
  const isNew = getsCanary(visitorBucketName(0)) && !crawlers.test(headers['user-agent'] ?? '');
  return {
    folder: null,
    setCookie: isNew ? visitorBucketCookie(visitorBucketName(randomInt(100)), secure) : null,
  };
}
