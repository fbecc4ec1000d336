import type { Browser } from 'playwright-core';
import { terminal } from '@composed/command/output';
import { again } from './again';
import { conditionNames, type Condition, type Sample } from './metrics';
import { phone, slowestPhone } from './phones';
import type { VariantSites } from './sites';
import { inTurn, variants, type Variant } from './variants';
import { keys, visit, type Visit, type VisitPlan } from './visit';

type Metrics = Sample['metrics'];

/** Browsers report durations from 16 ms on; everything faster counts as that. */
const minReported = 16;
/** The longest: below 50 interactions, that is what Interaction to Next Paint means. */
const slowest = ({ interactions }: Visit) => Math.max(minReported, ...interactions);

/** A visit that only looks: paints, hydration, bytes. */
function visitMetrics(page: string, seen: Visit): Metrics {
  const { fcp, lcp, hydrated, script, wire, blocked, longest } = seen;
  return {
    ...{ [`${page} blocked`]: blocked, [`${page} longest`]: longest },
    [`${page} fcp`]: fcp,
    [`${page} lcp`]: lcp,
    [`${page} lcp after fcp`]: lcp - fcp,
    ...(hydrated > 0 && { [`${page} hydrated`]: hydrated }),
    [`${page} script`]: script,
    [`${page} wire`]: wire,
  };
}

const toggle = { target: 'input[role="switch"]', key: 'Space', leaves: keys % 2 === 1 };
const typing = { target: '#main input[name="firstName"]', key: 'a', leaves: 'a'.repeat(keys) };

async function visitVariant(
  browser: Browser,
  site: string,
  variant: Variant,
  under: Pick<VisitPlan, 'condition' | 'slowdown'>,
): Promise<Metrics> {
  const go = (path: string, part: string | null, press?: VisitPlan['press']) =>
    visit(browser, { url: `${site}${path}`, ...under, part, ...(press && { press }) });
  const hasScripts = variant !== 'scriptless';
  const pricing = hasScripts ? 'pricing/PricingSection' : null;
  const signUp = hasScripts ? 'signup/SignupPage' : null;
  const seen = {
    ...visitMetrics('/', await go('/', pricing)),
    ...visitMetrics('/signup', await go('/signup', signUp)),
    ...visitMetrics('/terms', await go('/terms', null)),
  };
  if (!hasScripts && seen['/ script']) throw new Error('A page without scripts loaded some.');
  const turned = await go('/', pricing, toggle);
  if (turned.toggled === 0) throw new Error('The switch was pressed and showed no other prices.');
  const typed = await go('/signup', signUp, typing);
  const metrics = {
    ...seen,
    ...{ '/ toggled': turned.toggled, '/ press': slowest(turned) },
    ...{ '/signup letter': slowest(typed) },
  };
  if (variant !== 'composed' || under.condition !== 'slowPhone') return metrics;
  under = { ...under, slowdown: under.slowdown * (phone.index / slowestPhone.index) };
  return {
    ...metrics,
    '/ press, slowest phone': slowest(await go('/', pricing, toggle)),
    '/signup letter, slowest phone': slowest(await go('/signup', signUp, typing)),
  };
}

/**
 * Visits every variant in turn under each condition, each round in another order.
 * @param slowdown how many times slower the phone's processor is than this machine's
 */
export async function measureVisits(
  browser: Browser,
  urls: VariantSites['urls'],
  rounds: number,
  slowdown: number,
) {
  const samples: Sample[] = [];
  // The monolith loses a press now and then.
  const visitAll = (variant: Variant, condition: Condition) =>
    again(() => visitVariant(browser, urls[variant], variant, { condition, slowdown }));
  // The first visits also load what browser and servers load once.
  for (const variant of variants) await visitAll(variant, 'slowNetwork');
  for (let round = 0; round < rounds; round += 1) {
    for (const condition of conditionNames) {
      for (const variant of inTurn(round)) {
        const metrics = await visitAll(variant, condition);
        samples.push({ condition, variant, metrics });
      }
    }
    terminal.write(`visits, round ${round + 1} of ${rounds}\n`);
  }
  return samples;
}
