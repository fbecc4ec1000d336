import business from './img/pricing/business.svg';
import free from './img/pricing/free.svg';
import generic from './img/pricing/generic.svg';
import pro from './img/pricing/pro.svg';
import starter from './img/pricing/starter.svg';

const icons = new Map(Object.entries({ free, starter, pro, business }));

/**
 * The address of a plan’s icon, by its lowercase name. The map is closed: no request is made for an icon that
 * nobody drew.
 */
export function planIcon(planName: string): string {
  return icons.get(planName.toLowerCase()) ?? generic;
}
