import { randomInt } from 'node:crypto';

/**
 * Returns a random address for `X-Forwarded-For`, which the site trusts from this machine. Rate limits count by
 * address, so without it all tests would share one limit.
 */
export function visitorAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
