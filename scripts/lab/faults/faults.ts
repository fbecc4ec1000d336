import type { Fault } from './fault';
import { remoteFaults } from './remote-faults';
import { siteFaults } from './site-faults';

/**
 * The fault gallery: every named fault, how it is put into the real site, and what a visitor must see
 * (the quality page, "Faults"). The browser tests run through it; `npm run faults` shows it.
 */
export const faults: readonly Fault[] = [...remoteFaults, ...siteFaults];
