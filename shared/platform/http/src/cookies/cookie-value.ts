import { createHash, timingSafeEqual } from 'node:crypto';
import { parse } from 'cookie';

/** Returns the undecoded value of the first cookie of a name, or null without one. */
export function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  return parse(cookieHeader ?? '', { decode: (value) => value })[name] ?? null;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time, so that the duration does not reveal where they differ. */
export function isSameSecret(first: string, second: string): boolean {
  return timingSafeEqual(digest(first), digest(second));
}
