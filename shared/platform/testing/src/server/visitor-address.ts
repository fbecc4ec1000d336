import { randomInt } from 'node:crypto';

/**
 * An address for one visitor. The create call counts tries by address, and the site believes a web
 * server on this machine about it (`X-Forwarded-For`); without it all tests would be one visitor.
 */
export function visitorAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
