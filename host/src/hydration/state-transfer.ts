import { nameOf, partsOf } from './recorded-interactions';

/*
 * The nodes of a slot or island can be replaced: when an extension has changed them so that React cannot hydrate
 * them, when a remote crashes or heals, when a visitor comes back to its page. What was typed, switched, pressed
 * or focused is then transferred from the old nodes to the new ones.
 */

type Controls = readonly HTMLElement[];

/** Name of a part → its latest controls. They keep their state when they have left the page. */
let latest = new Map<string, Controls>();

/** Entry of the history → copies of the fields of its page as it was left. In memory only. */
const kept = new Map<string, Map<string, Controls>>();

/** The last element that took the focus; one that leaves the page with it fires no event. */
let focused: EventTarget | null = null;

const keyOf = (element: Element) =>
  element.tagName + (element.getAttribute('name') ?? element.getAttribute('type') ?? '');

function transfer(from: HTMLElement, to: HTMLElement): void {
  const differs = (key: string) => Reflect.get(from, key) !== Reflect.get(to, key);
  if (from === to) return;
  const { pending } = window.recordedInteractions ?? {};
  if (pending?.delete(from)) pending.add(to);
  if (from === focused && document.activeElement === document.body) {
    to.focus({ preventScroll: true });
  }
  if (differs('checked')) to.click();
  if (!differs('value')) return;
  // Through the prototype: React ignores a value that is set on the element itself as its own.
  Reflect.set(Object.getPrototypeOf(to) as object, 'value', Reflect.get(from, 'value'), to);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

const controlsOf = (part: Element): Controls => [
  ...part.querySelectorAll<HTMLElement>('input, textarea, button, form'),
];

/** Transfers the state of a part of the page from the controls it had to those it has now. */
export function transferState(part: HTMLElement): void {
  const before = [...(latest.get(nameOf(part)) ?? [])];
  const now = controlsOf(part);
  latest.set(nameOf(part), now);
  for (const to of now) {
    // Not by position: prerendered markup lacks the buttons that do nothing without scripts.
    const index = before.findIndex((control) => keyOf(control) === keyOf(to));
    const [from] = index < 0 ? [] : before.splice(index, 1);
    if (from) transfer(from, to);
  }
}

/** Begins with the prerendered controls. Call once, before React takes the page over. */
export function trackState(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target));
  partsOf(root).forEach(transferState);
}

/** Passwords, shown or hidden, and what asks to be forgotten. */
const secret =
  '[type=password], [autocomplete*=password], [autocomplete=off], [autocomplete=off] *';

/** Keeps what stands in the fields of the page of an entry. Call before another page is shown. */
export function keepState(entry: string): void {
  // Copies, or the whole page would stay in memory with them; a copy of a field holds what was typed.
  const copies = [...partsOf(document)].map((part): [string, Controls] => {
    const fields = controlsOf(part).filter(
      (control) => !control.matches(`button, form, ${secret}`),
    );
    return [nameOf(part), fields.map((field) => field.cloneNode(false) as HTMLElement)];
  });
  kept.set(entry, new Map(copies));
}

/** What was kept of an entry, and nothing else, is transferred to the page that is shown next. */
export function recallState(entry: string): void {
  latest = new Map(kept.get(entry));
}
