import business from './img/pricing/business.svg';
import free from './img/pricing/free.svg';
import generic from './img/pricing/generic.svg';
import pro from './img/pricing/pro.svg';
import starter from './img/pricing/starter.svg';

interface KnownPlan {
  /** The address of the plan’s icon. */
  readonly icon: string;
  /** Says for whom the plan is. */
  readonly audience?: string;
}

const knownPlans: ReadonlyMap<string, KnownPlan> = new Map([
  ['free', { icon: free, audience: 'To see whether it suits you.' }],
  ['starter', { icon: starter, audience: 'For the first shelf.' }],
  ['pro', { icon: pro, audience: 'For a shop that gets busy.' }],
  ['business', { icon: business, audience: 'For a shop with a team.' }],
]);

/**
 * Facts about plans, by lowercase name. A plan that is missing here gets the generic icon, so that no request is made for
 * an icon that does not exist.
 */
export function describePlan(name: string): KnownPlan {
  return knownPlans.get(name.toLowerCase()) ?? { icon: generic };
}
