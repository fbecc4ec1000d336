/** Slot id → the nodes that compose wrote for it, cloned before React takes the page over. */
const clones = new Map<string, DocumentFragment>();

/** Keeps a clone of every slot's prerendered nodes. Call once, before hydration. */
export function keepStaticMarkup(root: ParentNode): void {
  for (const slot of root.querySelectorAll<HTMLElement>('[data-slot]')) {
    const { slot: id } = slot.dataset;
    if (id === undefined || !slot.hasChildNodes()) continue;
    const fragment = document.createDocumentFragment();
    fragment.append(...[...slot.childNodes].map((node) => node.cloneNode(true)));
    clones.set(id, fragment);
  }
}

/** A fresh copy of a slot's prerendered nodes, or null where the page was composed without it. */
export function staticMarkupOf(id: string): DocumentFragment | null {
  const clone = clones.get(id)?.cloneNode(true);
  return clone instanceof DocumentFragment ? clone : null;
}
