/*
 * A page is hydrated root by root: each slot, each island and each part has a root, and `#root` is that of everything
 * else. The element of a part (`data-part`) belongs to the framework that writes it; the box inside (`data-box`) belongs
 * to the platform.
 */

/** Matches slots and the boxes of parts. */
export const moduleSelector = '[data-slot], [data-box]';
const roots = `${moduleSelector}, [data-island]`;

/** Returns the root that an element belongs to: the nearest slot, island or box, or `#root`. */
export const rootOf = (element: Element) => element.closest<HTMLElement>(`${roots}, #root`);

/** Returns every slot, island and box inside a node. */
export const rootsIn = (node: ParentNode) => node.querySelectorAll<HTMLElement>(roots);

/**
 * Returns the name of a root: 'reviews/ReviewsSection' for a slot, the same with a suffix for a box, 'contact' for an
 * island, 'page' for `#root`.
 */
export const rootName = ({ dataset }: HTMLElement) =>
  dataset['slot'] ?? dataset['island'] ?? dataset['box'] ?? 'page';

/** The event from a part to the module around it (Part.ts). */
export const partEvent = 'part';

/** The maximum depth of parts inside a module of a page. */
export const maxPartDepth = 3;

/*
 * Names of the platform's marks in the performance timeline. The prefix sets them apart from marks of libraries. The
 * overlay, the telemetry script and the publish command read them.
 */

/** Returns the name of the mark that says that a root is hydrated. */
export const hydratedMark = (name: string) => `composed:hydrated:${name}`;

/** Returns the name of the mark that says that a module has failed. Its detail is a `FaultReport` (@composed/host/report-fault). */
export const failedMark = (name: string) => `composed:failed:${name}`;
