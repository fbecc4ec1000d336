import { nameOf, rootOf, rootsIn } from '../page-roots';

/*
 * The nodes of a slot or island can be replaced: when an extension has changed them so that React cannot hydrate
 * them, when a remote crashes or heals, when a visitor comes back to its page. What was typed, switched, pressed
 * or focused is then transferred from the old nodes to the new ones.
 */

/** The state of a field: the field itself, even after it has left the page, or a copy of its value. */
type FieldState = Pick<HTMLInputElement, 'type' | 'value' | 'checked'>;

/** The controls of a root by kind and name, and by which of those they are. */
type Controls<Control extends FieldState = FieldState> = ReadonlyMap<string, Control>;

/** Name of a root → its latest controls. */
let latest = new Map<string, Controls>();

/** Entry of the history → changed fields of its page, in memory only. */
const changesByEntry = new Map<string, typeof latest>();

/** Control → what stood in it when its root came. */
const initial = new WeakMap<object, unknown>();

/** The last element that took the focus; one that leaves the page with it fires no event. */
let focused: unknown = null;

/** Browsers keep as many entries in the history of a tab. */
const maxEntries = 50;

/** Keeps a value of an entry of the history, and the values of the entries that were visited last. */
export function keepForEntry<T>(entries: Map<string, T>, entry: string, value: T): void {
  entries.delete(entry);
  entries.set(entry, value);
  for (const oldest of [...entries.keys()].slice(0, -maxEntries)) entries.delete(oldest);
}

function transfer(from: FieldState, to: HTMLInputElement): void {
  if (from === to) return;
  const { pending } = window.recordedInteractions ?? {};
  if (from instanceof HTMLElement && pending?.delete(from)) pending.add(to);
  if (from === focused && document.activeElement === document.body) {
    to.focus({ preventScroll: true });
  }
  if (from.checked !== to.checked) to.click();
  if (from.value === to.value) return;
  // Through the prototype: React ignores a value that is set on the element itself as its own.
  Reflect.set(Object.getPrototypeOf(to) as object, 'value', from.value, to);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

function controlsOf(root: Element): Controls<HTMLInputElement> {
  const controls = new Map<string, HTMLInputElement>();
  const all = root.querySelectorAll<HTMLInputElement>('input, textarea, button, form');
  // Controls have no fixed position: prerendered markup lacks the buttons that need scripts.
  for (const control of all) {
    // A root inside of this one has state of its own.
    if (rootOf(control) !== root) continue;
    const kind =
      control.tagName + (control.getAttribute('name') ?? control.getAttribute('type') ?? '');
    let nth = 0;
    while (controls.has(`${kind} ${nth}`)) nth += 1;
    controls.set(`${kind} ${nth}`, control);
  }
  return controls;
}

/** Notes the controls that a root has now. Call before they leave the page. */
export function noteState(root: HTMLElement): void {
  const now = controlsOf(root);
  // A skeleton has none.
  if (now.size > 0) latest.set(nameOf(root), now);
}

const isSwitch = ({ type }: FieldState) => type === 'checkbox' || type === 'radio';

/** Transfers the state of a root from the controls it had to those it has now. */
export function transferState(root: HTMLElement): void {
  const before = latest.get(nameOf(root));
  noteState(root);
  for (const [key, to] of controlsOf(root)) {
    if (!initial.has(to)) initial.set(to, isSwitch(to) ? to.defaultChecked : to.defaultValue);
    const from = before?.get(key);
    if (from) transfer(from, to);
  }
}

/** Begins with the prerendered controls. Call once, before React takes the page over. */
export function trackState(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target));
  rootsIn(root).forEach(transferState);
}

/** Controls without state that is kept: buttons, passwords (shown or hidden), fields that ask to be forgotten. */
const notKept =
  'button, form, [type=password], [autocomplete*=password], [autocomplete=off], [autocomplete=off] *';

const isKept = (control: FieldState) =>
  !(control instanceof HTMLElement) ||
  // React writes typed text into `defaultValue`, too, so the first value is compared.
  (!control.matches(notKept) &&
    initial.get(control) !== (isSwitch(control) ? control.checked : control.value));

/** Keeps the changed fields of the page of an entry. Call it before another page is shown. */
export function keepState(entry: string): void {
  rootsIn(document).forEach(noteState);
  const changed = new Map<string, Controls>();
  for (const [name, controls] of latest) {
    // Only values are kept: the fields would keep the whole page in memory.
    const states = [...controls].flatMap(([key, control]) => {
      const { type, value, checked } = control;
      return isKept(control) ? [[key, { type, value, checked }] as const] : [];
    });
    if (states.length > 0) changed.set(name, new Map(states));
  }
  keepForEntry(changesByEntry, entry, changed);
}

/** State that was kept of an entry, and nothing else, is transferred to the page that is shown next. */
export function recallState(entry: string): void {
  latest = new Map(changesByEntry.get(entry));
}
