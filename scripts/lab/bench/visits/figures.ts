import { bytesBy, fromNetwork, kindOf, ownerOf, sequentialTrips } from './network-log';
import type { Figures } from './samples';
import type { Visit } from './visit';

/** Browsers report durations from 16 ms on; everything faster counts as that. */
const shortestReported = 16;
/** The longest: below 50 interactions, that is what Interaction to Next Paint means. */
const slowest = ({ facts }: Visit) => Math.max(shortestReported, ...facts.interactions);

export const withPrefix = (prefix: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${prefix} ${key}`, value]));

/** A visit that only looks: paints, shifts, hydration, bytes, requests, trips. */
export function lookFigures({ facts, requests, traced }: Visit): Figures {
  const { fcp, lcp, shift, hydrated } = facts;
  const loaded = fromNetwork(requests);
  const sum = (bytesOf: (request: (typeof loaded)[number]) => number) =>
    loaded.reduce((total, request) => total + bytesOf(request), 0);
  return {
    ...{ fcp, lcp, shift, ...traced },
    ...(hydrated > 0 && { hydrated, trips: sequentialTrips(requests, hydrated) }),
    requests: loaded.length,
    wire: sum(({ wire }) => wire),
    headers: sum(({ wire, body }) => wire - body),
    ...withPrefix('bytes', bytesBy(loaded, kindOf)),
    ...withPrefix('bytes of', bytesBy(loaded, ownerOf)),
  };
}

/** A visit that presses the switch from first paint on. */
export function toggleFigures(seen: Visit): Figures {
  const { facts, keys, value } = seen;
  if (facts.toggled === 0) throw new Error('The switch was pressed and showed no other prices.');
  if (value !== (keys % 2 === 1)) throw new Error('A press of the switch was lost.');
  return { toggle: facts.toggled, toggleInp: slowest(seen) };
}

/** A visit that types into the first field from first paint on. */
export function typingFigures(seen: Visit): Figures {
  const { keys, value } = seen;
  if (value !== 'a'.repeat(keys)) {
    throw new Error(`${keys} letters were typed, and the field holds "${String(value)}".`);
  }
  return { typingInp: slowest(seen) };
}
