/*
 * A page is hydrated part by part: each slot and each island by itself, and with the root all the rest.
 */

/** The part of the page that an element belongs to: the nearest slot or island, or the root. */
export function partOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-slot], [data-island], #root');
}

/** 'pricing/PricingSection' for a slot, 'contact' for an island, 'page' for the root. */
export function nameOf({ dataset }: HTMLElement): string {
  return dataset['slot'] ?? dataset['island'] ?? 'page';
}
