import { nameOf, rootOf, rootsIn } from '@composed/contracts/page-roots';
import { transferState } from './state-transfer';

/** The prerendered markup, null where compose renders, and until `keepStaticMarkup` was called. */
let prerendered: Element | null = null;

/** Keeps a clone of the prerendered markup. Call once, before React takes the page over. */
export function keepStaticMarkup(root: Element): void {
  // A document without a window fetches no image of the copy; `cloneNode` would fetch lazy ones, too.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  if (copy instanceof Element) prerendered = copy;
}

/** A fresh copy of the prerendered nodes of the page, or of an element of it; null where there are none. */
export const staticMarkup = (element = prerendered): readonly Node[] | null =>
  element?.hasChildNodes() ? [...element.cloneNode(true).childNodes] : null;

/**
 * Fills the container of a root with a copy of its prerendered nodes, for when React has nothing to show.
 * @returns whether the page was composed with it
 */
export function showStaticMarkup(container: HTMLElement): boolean {
  const root = rootOf(container);
  if (!root || !prerendered) return false;
  const same = [...rootsIn(prerendered)].find((other) => nameOf(other) === nameOf(root));
  const markup = staticMarkup(same?.firstElementChild ?? null);
  if (!markup) return false;
  container.replaceChildren(...markup);
  transferState(root);
  return true;
}
