import { nameOf, partOf } from './recorded-interactions';

/*
 * The nodes of a slot or island can be replaced: when an extension has changed them so that React cannot
 * hydrate them, when a remote crashes, when it heals. What a visitor typed, switched, pressed or focused
 * is then transferred from the old nodes to the new ones.
 */

/** Name of a part → its latest controls. They keep their state when they have left the page. */
const latest = new Map<string, readonly HTMLElement[]>();

/** The last element that took the focus: one that leaves the page with it fires no event. */
let focused: EventTarget | null = null;

const keyOf = (element: Element) =>
  element.tagName + (element.getAttribute('name') ?? element.getAttribute('type') ?? '');

function transfer(from: HTMLElement, to: HTMLElement): void {
  const differs = (key: string) => Reflect.get(from, key) !== Reflect.get(to, key);
  if (from === to) return;
  for (const interaction of window.recordedInteractions?.pending ?? []) {
    if (interaction.target === from) interaction.target = to;
  }
  if (from === focused && document.activeElement === document.body) {
    to.focus({ preventScroll: true });
  }
  if (differs('checked')) to.click();
  if (!differs('value')) return;
  // Through the prototype: React ignores a value that is set on the element itself as its own.
  Reflect.set(Object.getPrototypeOf(to) as object, 'value', Reflect.get(from, 'value'), to);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Transfers the state of the part that `element` belongs to, from the controls it had to those it has now. */
export function transferState(element: HTMLElement): void {
  const part = partOf(element);
  if (!part) return;
  const before = [...(latest.get(nameOf(part)) ?? [])];
  const now = [...part.querySelectorAll<HTMLElement>('input, textarea, button, form')];
  latest.set(nameOf(part), now);
  for (const to of now) {
    // Not by position: prerendered markup lacks the buttons that do nothing without scripts.
    const index = before.findIndex((control) => keyOf(control) === keyOf(to));
    const [from] = index < 0 ? [] : before.splice(index, 1);
    if (from) transfer(from, to);
  }
}

/** The same for every slot and island of the page. */
export function transferAllState(root: Element): void {
  root.querySelectorAll<HTMLElement>('[data-slot], [data-island]').forEach(transferState);
}

/** Begins with the prerendered controls. Call once, before React takes the page over. */
export function trackState(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  transferAllState(root);
}

/** Call before another page is shown: the state of the last one is not transferred to it. */
export function forgetState(): void {
  latest.clear();
}
