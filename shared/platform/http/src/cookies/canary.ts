import { createHmac, randomInt } from 'node:crypto';
import { cookieValue, isSameSecret } from './xsrf';

/*
 * Which visitors get the canary. Only documents are routed: they name all of their files. A visitor’s percentile is one
 * of a hundred numbers, drawn at the first document while a canary runs. From the next document on, numbers below the
 * share get the canary. So a visitor who never sends the cookie back stays with what is live, and none leaves a
 * canary whose share grows. The number identifies nobody: one visitor in a hundred has the same. A document that was
 * asked for with a percentile signs it. Only visits to such documents are compared, so that on both variants the visitor has
 * been there before.
 */

/** Days: longer than any canary runs. */
const maxAge = 30 * 86_400;

/** Milliseconds for which a signed percentile proves anything. */
const provenFor = 3_600_000;

/** Milliseconds by which the clocks of page and server may run apart; a page is older when its telemetry begin. */
const clockSlack = 1000;

/** Parts of the names of machines that read pages: they get no percentile, so that they stay with what is live. */
export const crawlers = 'bot|crawl|spider|slurp|facebookexternalhit|preview|lighthouse';
const isCrawler = new RegExp(crawlers, 'i');

/** @param secure whether visitors reach the site over https */
export function percentileCookieName(secure: boolean): string {
  return secure ? '__Host-percentile' : 'percentile';
}

/** The Set-Cookie value that carries a percentile. */
export function percentileCookie(percentile: string, secure: boolean): string {
  return `${percentileCookieName(secure)}=${percentile}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** A percentile as the cookie has it: two digits. */
export function percentileName(percentile: number): string {
  return String(percentile).padStart(2, '0');
}

/** The key that signs percentiles. */
export interface Signature {
  readonly secret: string;
  /** The visitor’s network: a percentile that was given to one network proves nothing for another. */
  readonly network: string;
}

function sign(percentile: string, issued: string, { secret, network }: Signature): string {
  const text = `${percentile} ${issued} ${network}`;
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** A percentile with the time of its document and a signature: proof that a visitor came with a percentile for a page. */
export function signedPercentile(
  percentile: string,
  signature: Signature,
  now = Date.now(),
): string {
  const issued = now.toString(36);
  return `${percentile}.${issued}.${sign(percentile, issued, signature)}`;
}

/**
 * The percentile with which a visitor got a page.
 * @param age milliseconds that the page has been there: a younger proof is of another page
 * @returns null where that is not proven, or too long ago
 */
export function provenPercentile(
  cookieHeader: string | undefined,
  signature: Signature,
  age: number,
  now = Date.now(),
): number | null {
  const cookie = [true, false].map((secure) =>
    cookieValue(cookieHeader, percentileCookieName(secure)),
  );
  const [percentile = '', issued = '', proof = ''] = (cookie[0] ?? cookie[1] ?? '').split('.');
  if (!isSameSecret(proof, sign(percentile, issued, signature))) return null;
  const since = now - Number.parseInt(issued, 36);
  return since >= age - clockSlack && since <= provenFor ? Number(percentile) : null;
}

/**
 * Which side a visitor is on.
 * @param getsCanary whether a percentile gets the canary; where there is one, the first does
 * @param signature null where nobody judges
 * @returns where the pages of the canary are, or null for what is live; and the Set-Cookie value for a new
 * visitor, or with a signature for one who came back, or null
 */
export function variantOf(
  headers: Readonly<Partial<Record<'cookie' | 'user-agent', string | undefined>>>,
  secure: boolean,
  getsCanary: (percentile: string) => boolean,
  signature: Signature | null = null,
): { readonly place: string | null; readonly setCookie: string | null } {
  const cookie = cookieValue(headers.cookie, percentileCookieName(secure)) ?? '';
  const [, percentile] = /^(\d\d)(?:\.|$)/.exec(cookie) ?? [];
  if (percentile !== undefined) {
    const proof = signature && percentileCookie(signedPercentile(percentile, signature), secure);
    return { place: getsCanary(percentile) ? `canary/${percentile}` : null, setCookie: proof };
  }
  const isNew = getsCanary(percentileName(0)) && !isCrawler.test(headers['user-agent'] ?? '');
  return {
    place: null,
    setCookie: isNew ? percentileCookie(percentileName(randomInt(100)), secure) : null,
  };
}
