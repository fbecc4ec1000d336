/** Null where compose renders, and until the browser's page is kept. */
let kept: Element | null = null;

/** Keeps a clone of the prerendered markup. Call once, before React takes the page over. */
export function keepStaticMarkup(root: Element): void {
  const copy = root.cloneNode(true);
  if (copy instanceof Element) kept = copy;
}

/**
 * A fresh copy of prerendered nodes.
 * @param selector of the element whose content is meant; null for the whole root
 * @returns null where the page was composed without it
 */
export function staticMarkupOf(selector: string | null): readonly Node[] | null {
  const part = selector === null ? kept : kept?.querySelector(selector);
  return part?.hasChildNodes() ? [...part.cloneNode(true).childNodes] : null;
}
