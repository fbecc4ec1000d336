import { nameOf, partOf, partsOf } from '../page-parts';
import { transferState } from './state-transfer';

/** The prerendered markup, null where compose renders, and until `keepStaticMarkup` was called. */
let prerendered: Element | null = null;

/** Keeps a clone of the prerendered markup. Call once, before React takes the page over. */
export function keepStaticMarkup(root: Element): void {
  // In a document without a window nothing of the copy is fetched: a clone's images would be, lazy or not.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  if (copy instanceof Element) prerendered = copy;
}

/** A fresh copy of the prerendered nodes of the root, or of a part of it; null where there are none. */
export const staticMarkup = (element = prerendered): readonly Node[] | null =>
  element?.hasChildNodes() ? [...element.cloneNode(true).childNodes] : null;

/**
 * Fills the container of a part with a copy of its prerendered nodes, for when React has none of its own to show.
 * @returns whether the page was composed with it
 */
export function showStaticMarkup(container: HTMLElement): boolean {
  const part = partOf(container);
  if (!part || !prerendered) return false;
  const same = [...partsOf(prerendered)].find((other) => nameOf(other) === nameOf(part));
  const markup = staticMarkup(same?.firstElementChild ?? null);
  if (!markup) return false;
  container.replaceChildren(...markup);
  transferState(part);
  return true;
}
