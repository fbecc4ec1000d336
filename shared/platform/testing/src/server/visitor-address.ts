import { randomInt } from 'node:crypto';

/**
 * The address of a new visitor, for `X-Forwarded-For`, which the site trusts from this machine. Tries are counted by
 * address, so all tests would else share one limit.
 */
export function visitorAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
