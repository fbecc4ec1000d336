import type { Browser } from 'playwright-core';
import type { Bench, Part } from '../bench';
import { variants, type Variant } from '../variants/variants';
import { visitChart } from '../visits/chart';
import { lookFigures, toggleFigures, typingFigures, withPrefix } from '../visits/figures';
import { conditions, type Condition, type Figures, type Sample } from '../visits/samples';
import { floorWarning, visitGoals, visitTables } from '../visits/tables';
import { visit } from '../visits/visit';

const pricingPart = 'pricing/PricingSection';
const signUpPart = 'signup/SignupPage';

/** On a slow network: looks, presses and typing. The floor says nothing that the local network does not. */
async function visitOverNetwork(
  browser: Browser,
  url: string,
  variant: Variant,
  condition: Condition,
): Promise<Figures> {
  if (variant === 'heading') return {};
  const hasScripts = variant !== 'scriptless';
  const landing = { url: `${url}/`, condition, part: hasScripts ? pricingPart : null };
  const signUp = { url: `${url}/signup`, condition, part: hasScripts ? signUpPart : null };
  const toggle = { target: 'input[role="switch"]', key: 'Space' };
  const typing = { target: '#main input', key: 'a' };
  const follow = { link: 'main a[href$="/signup"]', target: '#main input' };
  const followed = hasScripts && (await visit(browser, { ...landing, follow }));
  return {
    ...withPrefix('landing', {
      ...lookFigures(await visit(browser, landing)),
      ...toggleFigures(await visit(browser, { ...landing, press: toggle })),
      ...(followed && { followed: followed.facts.followed }),
    }),
    ...withPrefix('sign-up', {
      ...lookFigures(await visit(browser, signUp)),
      ...typingFigures(await visit(browser, { ...signUp, press: typing })),
    }),
  };
}

/** On the local network: first paints, and what the processor does before them. */
async function visitLocally(browser: Browser, url: string, condition: Condition): Promise<Figures> {
  const look = async (path: string, trace = false) =>
    lookFigures(await visit(browser, { url: `${url}${path}`, condition, part: null, trace }));
  return {
    // The paint of a traced page comes later; the plain visit's replaces it.
    ...withPrefix('landing', { ...(await look('/', true)), ...(await look('/')) }),
    ...withPrefix('sign-up', await look('/signup')),
    ...withPrefix('terms', await look('/terms')),
  };
}

/** A visit that fails is made once more; when it fails again there are no figures at all. */
async function visitVariant(
  { browser, sites, print }: Bench,
  variant: Variant,
  condition: Condition,
): Promise<Figures> {
  const visitOnce = () =>
    condition === 'localPhone'
      ? visitLocally(browser, sites.urls[variant], condition)
      : visitOverNetwork(browser, sites.urls[variant], variant, condition);
  return visitOnce().catch((error: unknown) => {
    print(`${variant} again: ${error instanceof Error ? error.message : String(error)}`);
    return visitOnce();
  });
}

/** Visits every variant in turn under each condition, in another order each round. */
async function measureVisits(bench: Bench): Promise<Sample[]> {
  const samples: Sample[] = [];
  // The first visits pay for what the browser and the servers load once.
  for (const variant of variants) await visitVariant(bench, variant, 'localPhone');
  for (let round = 0; round < bench.runs; round += 1) {
    for (const condition of Object.keys(conditions) as Condition[]) {
      const began = performance.now();
      const turn = round % variants.length;
      for (const variant of [...variants.slice(turn), ...variants.slice(0, turn)]) {
        const figures = await visitVariant(bench, variant, condition);
        samples.push({ round, condition, variant, figures });
      }
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      bench.print(
        `round ${round + 1} of ${bench.runs}, ${conditions[condition].title}, ${seconds} s`,
      );
    }
  }
  return samples;
}

export const visits: Part = {
  title: 'Visits of all variants in turn',
  measure: async (bench) => {
    const samples = await measureVisits(bench);
    return {
      data: samples,
      tables: visitTables(samples),
      goals: visitGoals(samples),
      chart: visitChart(samples),
      warning: floorWarning(samples),
    };
  },
};
