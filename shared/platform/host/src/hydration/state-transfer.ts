import { nameOf, rootOf, rootsIn } from '../page-roots';
import {
  choose,
  chooseAgain,
  controlSelector,
  defaultOf,
  heldBy,
  isSwitch,
  isWritten,
  type Held,
} from './controls';

/*
 * Whatever a control holds when its module is hydrated reaches the module as if it had just been chosen. And the nodes of
 * a slot or island can be replaced: when an extension has changed them so that React cannot hydrate them, when a remote
 * crashes or recovers, when a visitor comes back to its page. What was typed, switched, pressed or focused is then
 * transferred from the old nodes to the new ones.
 */

/** A control itself, even after it has left the page, or a copy of what it held. */
type Source = Element | Held;

/** The controls of a root by kind and name, and by which of those they are. */
type Controls<Control extends Source = Source> = ReadonlyMap<string, Control>;

/** Name of a root → its latest controls. */
let latest = new Map<string, Controls>();

/** Entry of the history → changed controls of its page, in memory only. */
const changesByEntry = new Map<string, typeof latest>();

/** Control → the text that it held when its root came. */
const initial = new WeakMap<Element, string>();

/** Control of a root that is about to be hydrated → what it holds until then. */
const untold = new WeakMap<Element, Held>();

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

const heldIn = (source: Source) =>
  source instanceof Element ? (untold.get(source) ?? heldBy(source)) : source;

/** Notes what a prerendered control holds by its markup, before a framework changes that. */
function noteDefault(control: Element): void {
  if (!initial.has(control)) initial.set(control, defaultOf(control));
}

function transfer(from: Source, to: HTMLElement): void {
  if (from === to) return;
  const { pending } = window.recordedInteractions ?? {};
  if (from instanceof HTMLElement && pending?.delete(from) && !isWritten(to)) pending.add(to);
  if (from === focused && document.activeElement === document.body) {
    to.focus({ preventScroll: true });
  }
  choose(to, heldIn(from));
}

function controlsOf(root: Element): Controls<HTMLElement> {
  const controls = new Map<string, HTMLElement>();
  // Controls have no fixed position: prerendered markup lacks the buttons that need scripts.
  for (const control of root.querySelectorAll<HTMLElement>(controlSelector)) {
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

/** Notes the controls that a root has now, and returns them. Call before they leave the page. */
export function noteState(root: HTMLElement): Controls<HTMLElement> {
  const now = controlsOf(root);
  // A skeleton has none.
  if (now.size > 0) latest.set(nameOf(root), now);
  return now;
}

/**
 * Notes what the controls of a root hold that its module has not heard of: the visitor has chosen it, or the browser has
 * restored it. Call before the root is hydrated; `transferState` then tells the module.
 */
export function noteChoices(root: HTMLElement): void {
  for (const control of noteState(root).values()) {
    noteDefault(control);
    untold.set(control, heldBy(control));
  }
}

/** Whether a visitor has chosen or pressed something in a root that its module has not heard of. */
export const hasChoices = (root: Element): boolean =>
  [...controlsOf(root).values()].some(
    (control) =>
      window.recordedInteractions?.pending.has(control) === true ||
      heldIn(control).text !== (initial.get(control) ?? defaultOf(control)),
  );

/** The last event by which something was chosen or pressed, which may still be on its way. */
let latestEvent: Event | undefined;

/** Between the beginning and the end of hydration a visitor can go on choosing. */
function noteChoice(event: Event): void {
  latestEvent = event;
  const { target } = event;
  if (!(target instanceof Element) || !untold.has(target)) return;
  const root = rootOf(target);
  const group = root && isSwitch(target) ? controlsOf(root).values() : [target];
  for (const control of group)
    if (control === target || isSwitch(control)) untold.set(control, heldBy(control));
}

/** Whether a control hears of a click on it now. */
const isInClick = (control: Element) =>
  latestEvent?.type === 'click' &&
  latestEvent.eventPhase > 0 &&
  control.contains(latestEvent.target as Node);

/** Transfers the state of a root from the controls it had to those it has now. */
export function transferState(root: HTMLElement): void {
  const before = latest.get(nameOf(root));
  const { pending } = window.recordedInteractions ?? {};
  for (const [key, to] of noteState(root)) {
    const known = initial.get(to) ?? heldBy(to).text;
    initial.set(to, known);
    const held = untold.get(to);
    const from = before?.get(key);
    untold.delete(to);
    // React hydrates a root within a click that it hears of. What is told or done anew here goes no further.
    if (isInClick(to) && (isSwitch(to) || pending?.has(to))) latestEvent?.stopPropagation();
    const isRewritten = isWritten(to) && pending?.delete(to) === true;
    if (held) chooseAgain(to, isRewritten ? null : known, held);
    else if (from) transfer(from, to);
  }
}

/** Begins with the prerendered controls. Call once, before React takes the page over. */
export function trackState(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target));
  // Before React hears of it: the event may make it hydrate the root at once.
  for (const type of ['click', 'input', 'change']) window.addEventListener(type, noteChoice, true);
  for (const each of rootsIn(root)) noteState(each).forEach(noteDefault);
}

/** Controls without state that is kept: buttons, files, passwords (shown or hidden), fields that ask to be forgotten. */
const notKept =
  'button, form, [type=file], [type=password], [autocomplete*=password], [autocomplete=off], [autocomplete=off] *';

const isKept = (source: Source) =>
  !(source instanceof Element) ||
  // React writes typed text into `defaultValue`, too, so the first value is compared.
  (!source.matches(notKept) && initial.get(source) !== heldBy(source).text);

/** Keeps the changed controls of the page of an entry. Call it before another page is shown. */
export function keepState(entry: string): void {
  rootsIn(document).forEach(noteState);
  const changed = new Map<string, Controls>();
  for (const [name, controls] of latest) {
    // Only texts are kept: the controls would keep the whole page in memory.
    const held = [...controls].flatMap(([key, control]) =>
      isKept(control) ? [[key, { text: heldIn(control).text }] as const] : [],
    );
    if (held.length > 0) changed.set(name, new Map(held));
  }
  keepForEntry(changesByEntry, entry, changed);
}

/** State that was kept of an entry, and nothing else, is transferred to the page that is shown next. */
export function recallState(entry: string): void {
  latest = new Map(changesByEntry.get(entry));
}
