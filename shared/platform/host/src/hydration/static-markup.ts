import { rootName, rootOf, rootsIn } from '@composed/contracts/page-roots';
import { transferState } from './state-transfer';

/** The prerendered markup. It is null while composing, and until `keepStaticMarkup` is called. */
let prerendered: Element | null = null;

/** Stores a clone of the prerendered markup. Call it once, before React hydrates the page. */
export function keepStaticMarkup(root: Element): void {
  // A document without a window does not fetch the copy's images; `cloneNode` would fetch even lazy ones.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  if (copy instanceof Element) prerendered = copy;
}

/** Returns a new copy of the prerendered child nodes of the page, or of one of its elements; null if there are none. */
export const staticMarkup = (element = prerendered): readonly Node[] | null =>
  element?.hasChildNodes() ? [...element.cloneNode(true).childNodes] : null;

/**
 * Fills the container of a root with a copy of its prerendered nodes, for when React has nothing to show.
 * @returns whether the page was composed with this root
 */
export function showStaticMarkup(container: HTMLElement): boolean {
  const root = rootOf(container);
  if (!root || !prerendered) return false;
  const original = [...rootsIn(prerendered)].find((each) => rootName(each) === rootName(root));
  const markup = staticMarkup(original?.firstElementChild ?? null);
  if (!markup) return false;
  container.replaceChildren(...markup);
  transferState(root);
  return true;
}
