import business from './img/pricing/business.svg';
import free from './img/pricing/free.svg';
import generic from './img/pricing/generic.svg';
import pro from './img/pricing/pro.svg';
import starter from './img/pricing/starter.svg';

const icons = new Map(Object.entries({ free, starter, pro, business }));

const audiences: ReadonlyMap<string, string> = new Map([
  ['free', 'To see whether it suits you.'],
  ['starter', 'For the first shelf.'],
  ['pro', 'For a shop that gets busy.'],
  ['business', 'For a shop with a team.'],
]);

/**
 * The address of a plan’s icon, by its lowercase name. The map is closed: no request is made for an icon that
 * nobody drew.
 */
export function planIcon(planName: string): string {
  return icons.get(planName.toLowerCase()) ?? generic;
}

/** Says for whom a plan is, by its lowercase name; undefined for a plan that is not known here. */
export function planAudience(planName: string): string | undefined {
  return audiences.get(planName.toLowerCase());
}
