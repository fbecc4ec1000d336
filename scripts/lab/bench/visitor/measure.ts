import type { Browser } from 'playwright-core';
import { variants, type Variant } from '../variants/variants';
import {
  lookFigures,
  pricingPart,
  signUpPart,
  toggleFigures,
  typingFigures,
  type Figures,
} from './figures';
import { slowdowns, type Sample, type Slowdown } from './samples';
import { visit } from './visit';

const named = (name: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name} ${key}`, value]));

/** All visits of one variant in one round. */
async function visitVariant(
  browser: Browser,
  url: string,
  variant: Variant,
  slowdown: Slowdown,
): Promise<Figures> {
  const hasScripts = variant !== 'scriptless';
  const pricing = hasScripts ? pricingPart : null;
  const signUp = hasScripts ? signUpPart : null;
  const landing = { url: `${url}/`, slowdown, part: pricing };
  const account = { url: `${url}/signup`, slowdown, part: signUp };
  const looked = await visit(browser, { ...landing, act: null });
  const lookedToo = await visit(browser, { ...account, act: null });
  const toggle = { target: 'input[role="switch"]', key: 'Space' };
  const toggled = await visit(browser, { ...landing, act: toggle });
  const typing = { target: '#main input', key: 'a' };
  const typed = await visit(browser, { ...account, act: typing });
  return {
    ...named('landing', { ...lookFigures(looked, pricing), ...toggleFigures(toggled) }),
    ...named('sign-up', { ...lookFigures(lookedToo, signUp), ...typingFigures(typed) }),
  };
}

/**
 * Visits every variant in turn, `runs` rounds at each speed of the processor, in another order each
 * round. A visit that fails is tried once more; when it fails again there are no figures at all.
 * @param tell is told of each round
 */
export async function measureVisits(
  browser: Browser,
  urls: Readonly<Record<Variant, string>>,
  runs: number,
  tell: (line: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  // The first visits pay for what the browser and the servers load once.
  for (const variant of variants) await visitVariant(browser, urls[variant], variant, 1);
  for (let round = 0; round < runs; round += 1) {
    for (const slowdown of slowdowns) {
      const began = performance.now();
      for (let turn = 0; turn < variants.length; turn += 1) {
        const variant = variants[(turn + round) % variants.length] ?? 'composed';
        const once = () => visitVariant(browser, urls[variant], variant, slowdown);
        const figures = await once().catch((error: unknown) => {
          tell(`  ${variant} again: ${error instanceof Error ? error.message : String(error)}`);
          return once();
        });
        samples.push({ round, slowdown, variant, figures });
      }
      const took = ((performance.now() - began) / 1000).toFixed(0);
      tell(`  round ${round + 1} of ${runs}, processor at 1/${slowdown}, ${took} s`);
    }
  }
  return samples;
}
