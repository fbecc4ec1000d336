/*
 * Parts of the page (slots and islands) lose their nodes to others: when React cannot hydrate what an
 * extension changed, when a remote crashes, when it is healed. What a visitor did in them is carried over.
 */

/** Name of a part → its elements that hold what was done in it. They still do when they have left the page. */
const kept = new Map<string, readonly HTMLElement[]>();

/** The last one that took the focus: an element that leaves the page with it does not say so. */
let focused: EventTarget | null = null;

const keyOf = (element: Element) =>
  element.tagName + (element.getAttribute('name') ?? element.getAttribute('type') ?? '');

function carry(from: HTMLElement, to: HTMLElement): void {
  const differs = (key: string) => Reflect.get(from, key) !== Reflect.get(to, key);
  if (from === to) return;
  for (const intent of window.pageIntents?.pending ?? []) {
    if (intent.target === from) intent.target = to;
  }
  if (from === focused && document.activeElement === document.body) {
    to.focus({ preventScroll: true });
  }
  if (differs('checked')) to.click();
  if (!differs('value')) return;
  // Through the prototype: React takes what is set on the element itself for its own doing.
  Reflect.set(Object.getPrototypeOf(to) as object, 'value', Reflect.get(from, 'value'), to);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Brings what was typed, switched and pressed in a part's last nodes to those that it has now. */
export function carryOver(part: HTMLElement | null): void {
  if (!part) return;
  const name = part.dataset['slot'] ?? part.dataset['island'] ?? '';
  const last = [...(kept.get(name) ?? [])];
  const now = [...part.querySelectorAll<HTMLElement>('input, textarea, button, form')];
  kept.set(name, now);
  for (const to of now) {
    // A prerendered part has none of the buttons that do nothing without scripts: not the same by place.
    const index = last.findIndex((element) => keyOf(element) === keyOf(to));
    const [from] = index < 0 ? [] : last.splice(index, 1);
    if (from) carry(from, to);
  }
}

/** The same for every part of the page. */
export function carryAllOver(root: Element): void {
  root.querySelectorAll<HTMLElement>('[data-slot], [data-island]').forEach(carryOver);
}

/** Keeps the nodes that the visitor meets before React does. Call once, before it takes the page over. */
export function keepAllHolders(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  carryAllOver(root);
}

/** Another page is shown: what was done on the last one stays there. */
export function forgetHolders(): void {
  kept.clear();
}
