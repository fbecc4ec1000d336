/*
 * A page is hydrated root by root: each slot, each island, each part inside a module, and with `#root` all the rest.
 * The element of a part (`data-part`) belongs to the framework that writes it, and the box inside (`data-box`) to the
 * platform.
 */

/** A selector for slots, and the boxes of parts. */
export const moduleSelector = '[data-slot], [data-box]';
const roots = `${moduleSelector}, [data-island]`;

/** The root that an element belongs to: the nearest slot, island or box, or that of the page. */
export const rootOf = (element: Element) => element.closest<HTMLElement>(`${roots}, #root`);

/** Every slot, island and box of a page, or inside of one of them. */
export const rootsIn = (within: ParentNode) => within.querySelectorAll<HTMLElement>(roots);

/** 'reviews/ReviewsSection' for a slot, that with a suffix for a box, 'contact' for an island, 'page' for the root. */
export const nameOf = ({ dataset }: HTMLElement) =>
  dataset['slot'] ?? dataset['island'] ?? dataset['box'] ?? 'page';

/*
 * Names of our entries in the performance timeline, which libraries share. The overlay, the script for telemetry and a
 * publish read them.
 */

/** A root is hydrated: the page, a slot, an island or the box of a part. */
export const hydratedMark = (name: string) => `composed:hydrated:${name}`;

/** A module has failed; the detail of the entry is a `FaultReport` (@composed/host/report). */
export const failedMark = (name: string) => `composed:failed:${name}`;
