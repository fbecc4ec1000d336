/*
 * A page is hydrated part by part: each slot, each island, each part inside a module, and with the root all the rest.
 * A module's own element for a part (`data-part`) is its framework's. The box inside of it is the platform's.
 */

/** Slots, and the boxes of parts. */
export const modules = '[data-slot], [data-box]';
const parts = `${modules}, [data-island]`;

/** The part of the page that an element belongs to: the nearest slot, island or box, or the root. */
export const partOf = (element: Element) => element.closest<HTMLElement>(`${parts}, #root`);

/** Every slot, island and box of a page, or of a part of it. */
export const partsOf = (root: ParentNode) => root.querySelectorAll<HTMLElement>(parts);

/** 'reviews/ReviewsSection' for a slot, that with a suffix for a box, 'contact' for an island, 'page' for the root. */
export const nameOf = ({ dataset }: HTMLElement) =>
  dataset['slot'] ?? dataset['island'] ?? dataset['box'] ?? 'page';
