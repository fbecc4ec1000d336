import type { Bench, Findings } from '../findings';
import { inTurn } from '../statistics';
import { variants, type Variant } from '../variants';
import { visitChart } from '../visits/chart';
import { bytesBy, fromNetwork, kindOf, ownerOf, sequentialTrips } from '../visits/network-log';
import { conditionNames, type Condition, type Figures, type Sample } from '../visits/samples';
import { floorWarning, visitGoals, visitTables } from '../visits/tables';
import { visit, type Visit, type VisitPlan } from '../visits/visit';

/** Browsers report durations from 16 ms on; everything faster counts as that. */
const shortestReported = 16;
/** The longest: below 50 interactions, that is what Interaction to Next Paint means. */
const slowest = ({ interactions }: Visit) => Math.max(shortestReported, ...interactions);

const withPrefix = (prefix: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${prefix} ${key}`, value]));

/** A visit that only looks: paints, shifts, hydration, bytes, requests, trips. */
function lookFigures({ fcp, lcp, shift, hydrated, requests, traced }: Visit): Figures {
  const loaded = fromNetwork(requests);
  const wire = loaded.reduce((sum, request) => sum + request.wire, 0);
  return {
    ...{ fcp, lcp, shift, ...traced },
    ...(hydrated > 0 && { hydrated, trips: sequentialTrips(requests, hydrated) }),
    requests: loaded.length,
    wire,
    headers: loaded.reduce((sum, { body }) => sum - body, wire),
    ...withPrefix('bytes', { script: 0, ...bytesBy(loaded, kindOf) }),
    ...withPrefix('bytes of', bytesBy(loaded, ownerOf)),
  };
}

/** A visit that presses the switch from first paint on. */
function toggleFigures(seen: Visit): Figures {
  const { toggled, keys, value } = seen;
  if (toggled === 0) throw new Error('The switch was pressed and showed no other prices.');
  if (value !== (keys % 2 === 1)) throw new Error('A press of the switch was lost.');
  return { toggle: toggled, toggleInp: slowest(seen) };
}

/** A visit that types into the first field from first paint on. */
function typingFigures(seen: Visit): Figures {
  const { keys, value } = seen;
  if (value !== 'a'.repeat(keys)) {
    throw new Error(`${keys} letters were typed, and the field holds "${String(value)}".`);
  }
  return { typingInp: slowest(seen) };
}

const toggle = { target: 'input[role="switch"]', key: 'Space' };
const firstName = '#main input[name="firstName"]';
const typing = { target: firstName, key: 'a' };
const follow = { link: 'main a[href$="/signup"]', target: firstName };

async function visitVariant(
  { browser, sites }: Bench,
  variant: Variant,
  condition: Condition,
): Promise<Figures> {
  const go = (path: string, part: string | null, plan: Partial<VisitPlan> = {}) =>
    visit(browser, { url: `${sites.urls[variant]}${path}`, condition, part, ...plan });
  if (condition === 'localPhone') {
    const traced = lookFigures(await go('/', null, { trace: true }));
    return {
      // The paint of a traced page comes later; the plain visit's replaces it.
      ...withPrefix('landing', { ...traced, ...lookFigures(await go('/', null)) }),
      ...withPrefix('sign-up', lookFigures(await go('/signup', null))),
      ...withPrefix('terms', lookFigures(await go('/terms', null))),
    };
  }
  // Over a network the floor says nothing that the local network does not.
  if (variant === 'heading') return {};
  const hasScripts = variant !== 'scriptless';
  const pricing = hasScripts ? 'pricing/PricingSection' : null;
  const signUp = hasScripts ? 'signup/SignupPage' : null;
  return {
    ...withPrefix('landing', {
      ...lookFigures(await go('/', pricing)),
      ...toggleFigures(await go('/', pricing, { press: toggle })),
      ...(hasScripts && { followed: (await go('/', pricing, { follow })).followed }),
    }),
    ...withPrefix('sign-up', {
      ...lookFigures(await go('/signup', signUp)),
      ...typingFigures(await go('/signup', signUp, { press: typing })),
    }),
  };
}

/** Visits every variant in turn under each condition, in another order each round. */
export async function measureVisits(bench: Bench): Promise<Findings> {
  const samples: Sample[] = [];
  // The first visits pay for what the browser and the servers load once.
  for (const variant of variants) await visitVariant(bench, variant, 'localPhone');
  for (let round = 0; round < bench.runs; round += 1) {
    for (const condition of conditionNames) {
      for (const variant of inTurn(variants, round)) {
        const figures = await visitVariant(bench, variant, condition).catch((error: unknown) => {
          // A visit that fails is made once more; when it fails again there are no figures at all.
          console.log(`${variant} again: ${String(error)}`);
          return visitVariant(bench, variant, condition);
        });
        samples.push({ round, condition, variant, figures });
      }
    }
    console.log(`visits, round ${round + 1} of ${bench.runs}`);
  }
  return {
    data: samples,
    tables: visitTables(samples),
    goals: visitGoals(samples),
    chart: visitChart(samples),
    warning: floorWarning(samples),
  };
}
