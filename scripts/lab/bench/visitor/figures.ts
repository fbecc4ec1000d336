import { bytesBy, fromNetwork, kindOf, ownerOf, sequentialTrips } from './network-log';
import type { Visit } from './visit';

/** Figure → its value in one visit. A figure that a visit does not have is left out. */
export type Figures = Readonly<Record<string, number>>;

export const pricingPart = 'pricing/PricingSection';
export const signUpPart = 'signup/SignupPage';

/** Browsers tell durations from 16 ms on; all that was faster counts as that. */
const shortestTold = 16;
/** The longest: below 50 interactions, that is what Interaction to Next Paint means. */
const slowest = ({ facts }: Visit) => Math.max(shortestTold, ...facts.interactions);

function prefixed(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [prefix + key, value]));
}

/** A visit that only looks: paints, shifts, hydration, bytes, requests, trips. */
export function lookFigures(seen: Visit, part: string | null): Figures {
  const { facts, requests } = seen;
  const loaded = fromNetwork(requests);
  const alive = part === null ? undefined : facts.alive[part];
  return {
    fcp: facts.fcp,
    lcp: facts.lcp,
    shift: facts.shift,
    ...(alive === undefined ? {} : { alive, trips: sequentialTrips(requests, alive) }),
    requests: loaded.length,
    wire: loaded.reduce((sum, { wire }) => sum + wire, 0),
    ...prefixed('bytes ', bytesBy(loaded, kindOf)),
    ...prefixed('bytes of ', bytesBy(loaded, ownerOf)),
  };
}

/** A visit that presses the switch from first paint on. */
export function toggleFigures(seen: Visit): Figures {
  if (seen.facts.toggled === 0)
    throw new Error('The switch was pressed and showed no other prices.');
  if (seen.left !== (seen.keys % 2 === 1)) throw new Error('A press of the switch was lost.');
  return { toggle: seen.facts.toggled, toggleInp: slowest(seen) };
}

/** A visit that types into the first field from first paint on. */
export function typingFigures(seen: Visit): Figures {
  const typed = 'a'.repeat(seen.keys);
  if (seen.left !== typed) {
    throw new Error(`${seen.keys} letters were typed, and the field holds "${String(seen.left)}".`);
  }
  return { typingInp: slowest(seen) };
}
