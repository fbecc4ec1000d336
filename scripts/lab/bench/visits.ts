import type { Browser } from 'playwright-core';
import { visitChart } from './chart';
import { conditionNames, visitGoals, visitTable, type Condition, type Sample } from './figures';
import type { VariantSites } from './sites';
import { variants, type Variant } from './variants';
import { keys, visit, type Visit, type VisitPlan } from './visit';

type Figures = Sample['figures'];

/** Browsers report durations from 16 ms on; everything faster counts as that. */
const shortestReported = 16;
/** The longest: below 50 interactions, that is what Interaction to Next Paint means. */
const slowest = ({ interactions }: Visit) => Math.max(shortestReported, ...interactions);

/** A visit that only looks: paints, hydration, bytes. */
function lookFigures(page: string, { fcp, lcp, hydrated, script, wire }: Visit): Figures {
  return {
    [`${page} fcp`]: fcp,
    [`${page} lcp`]: lcp,
    [`${page} lcp after fcp`]: lcp - fcp,
    ...(hydrated > 0 && { [`${page} hydrated`]: hydrated }),
    [`${page} script`]: script,
    [`${page} wire`]: wire,
  };
}

/** A visit that presses the switch from first paint on. */
function toggleFigures(seen: Visit): Figures {
  const { toggled, value } = seen;
  if (toggled === 0) throw new Error('The switch was pressed and showed no other prices.');
  if (value !== true) throw new Error('A press of the switch was lost.');
  return { '/ toggled': toggled, '/ press': slowest(seen) };
}

/** A visit that types into the first field from first paint on. */
function typingFigures(seen: Visit): Figures {
  const { value } = seen;
  if (value !== 'a'.repeat(keys)) {
    throw new Error(`${keys} letters were typed, and the field holds "${String(value)}".`);
  }
  return { '/signup letter': slowest(seen) };
}

const toggle = { target: 'input[role="switch"]', key: 'Space' };
const typing = { target: '#main input[name="firstName"]', key: 'a' };

async function visitVariant(
  browser: Browser,
  site: string,
  variant: Variant,
  condition: Condition,
): Promise<Figures> {
  const go = (path: string, part: string | null, press?: VisitPlan['press']) =>
    visit(browser, { url: `${site}${path}`, condition, part, ...(press && { press }) });
  const hasScripts = variant !== 'scriptless';
  const pricing = hasScripts ? 'pricing/PricingSection' : null;
  const signUp = hasScripts ? 'signup/SignupPage' : null;
  return {
    ...lookFigures('/', await go('/', pricing)),
    ...toggleFigures(await go('/', pricing, toggle)),
    ...lookFigures('/signup', await go('/signup', signUp)),
    ...typingFigures(await go('/signup', signUp, typing)),
    ...lookFigures('/terms', await go('/terms', null)),
  };
}

/** Visits every variant in turn under each condition, in another order each round. */
export async function measureVisits(browser: Browser, urls: VariantSites['urls'], rounds: number) {
  const samples: Sample[] = [];
  const visitAll = (variant: Variant, condition: Condition) =>
    visitVariant(browser, urls[variant], variant, condition);
  // The first visits pay for what the browser and the servers load once.
  for (const variant of variants) await visitAll(variant, 'slowNetwork');
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first finds the machine in another state.
    const first = round % variants.length;
    const inTurn = [...variants.slice(first), ...variants.slice(0, first)];
    for (const condition of conditionNames) {
      for (const variant of inTurn) {
        const figures = await visitAll(variant, condition).catch((error: unknown) => {
          // A visit that fails is made once more; when it fails again there are no figures at all.
          console.log(`${variant} again: ${String(error)}`);
          return visitAll(variant, condition);
        });
        samples.push({ condition, variant, figures });
      }
    }
    console.log(`visits, round ${round + 1} of ${rounds}`);
  }
  return {
    goals: visitGoals(samples),
    table: visitTable(samples),
    chart: visitChart(samples),
  };
}
