import { nameOf, rootOf, rootsIn } from '@composed/contracts/page-roots';
import {
  choose,
  chooseAgain,
  controlSelector,
  defaultOf,
  readValue,
  isSwitch,
  isEditable,
  type ControlValue,
} from './controls';

/*
 * A module hears of the values that its controls have at hydration as if they had just been chosen. The nodes of a slot
 * or island can also be replaced: when an extension has changed them so that React cannot hydrate them, when a remote
 * crashes or recovers, when a visitor comes back to its page. Values, presses and focus are then transferred from the
 * old nodes to the new ones.
 */

/** A control, even after it has left the page, or a copy of its value. */
type Source = Element | ControlValue;

/** The controls of a root by kind and name, and by which of those they are. */
type Controls<Control extends Source = Source> = ReadonlyMap<string, Control>;

/** Name of a root → its latest controls. */
let latest = new Map<string, Controls>();

/** Entry of the history → changed controls of its page, in memory only. */
const changesByEntry = new Map<string, typeof latest>();

/** Control → its value when its root was mounted. */
const initial = new WeakMap<Element, string>();

/** Control of a root that is being hydrated → the value that its module has not heard of. */
const unreported = new WeakMap<Element, ControlValue>();

/** The last element that took the focus. It fires no event when it leaves the page. */
let focused: unknown = null;

/** The number of history entries that browsers keep for a tab. */
const maxEntries = 50;

/** Keeps a value for an entry of the history, and forgets the entries that were visited longest ago. */
export function keepForEntry<T>(entries: Map<string, T>, entry: string, value: T): void {
  entries.delete(entry);
  entries.set(entry, value);
  for (const oldest of [...entries.keys()].slice(0, -maxEntries)) entries.delete(oldest);
}

const currentValue = (source: Source) =>
  source instanceof Element ? (unreported.get(source) ?? readValue(source)) : source;

/** Notes the default value of a prerendered control, before a framework changes it. */
function noteDefault(control: Element): void {
  if (!initial.has(control)) initial.set(control, defaultOf(control));
}

function transfer(from: Source, to: HTMLElement): void {
  if (from === to) return;
  const { pending } = window.recordedInteractions ?? {};
  if (from instanceof HTMLElement && pending?.delete(from) && !isEditable(to)) pending.add(to);
  if (from === focused && document.activeElement === document.body) {
    to.focus({ preventScroll: true });
  }
  choose(to, currentValue(from));
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
  // While a skeleton is shown there is no control, and the former ones count.
  if (now.size > 0) latest.set(nameOf(root), now);
  return now;
}

/**
 * Notes values that the visitor has chosen, or the browser has restored, before the root is hydrated. `transferState`
 * then tells its module.
 */
export function noteChoices(root: HTMLElement): void {
  for (const control of noteState(root).values()) {
    noteDefault(control);
    unreported.set(control, readValue(control));
  }
}

/** Whether a visitor has chosen or pressed something in a root that its module has not heard of. */
export const hasChoices = (root: Element): boolean =>
  [...controlsOf(root).values()].some(
    (control) =>
      window.recordedInteractions?.pending.has(control) === true ||
      currentValue(control).text !== (initial.get(control) ?? defaultOf(control)),
  );

/** The last click, input or change, which may still be propagating. */
let latestEvent: Event | undefined;

/** Between the beginning and the end of hydration a visitor can go on choosing. */
function noteChoice(event: Event): void {
  latestEvent = event;
  const { target } = event;
  if (!(target instanceof Element) || !unreported.has(target)) return;
  const root = rootOf(target);
  const group = root && isSwitch(target) ? controlsOf(root).values() : [target];
  for (const control of group)
    if (control === target || isSwitch(control)) unreported.set(control, readValue(control));
}

/** Whether a click on a control is propagating now. */
const isInClick = (control: Element) =>
  latestEvent?.type === 'click' &&
  latestEvent.eventPhase > 0 &&
  control.contains(latestEvent.target as Node);

/** Transfers the state of a root from the controls it had to those it has now. */
export function transferState(root: HTMLElement): void {
  const before = latest.get(nameOf(root));
  const { pending } = window.recordedInteractions ?? {};
  for (const [key, to] of noteState(root)) {
    const initialText = initial.get(to) ?? readValue(to).text;
    initial.set(to, initialText);
    const heldValue = unreported.get(to);
    const from = before?.get(key);
    unreported.delete(to);
    // React hydrates a root within a click that it hears of. The click ends here, since its effect is repeated.
    if (isInClick(to) && (isSwitch(to) || pending?.has(to))) latestEvent?.stopPropagation();
    const isRewritten = isEditable(to) && pending?.delete(to) === true;
    if (heldValue) chooseAgain(to, isRewritten ? null : initialText, heldValue);
    else if (from) transfer(from, to);
  }
}

/** Tracks controls from the prerendered ones on. Call once, before React takes the page over. */
export function trackState(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target));
  // Before React hears of it: the event may make it hydrate the root at once.
  for (const type of ['click', 'input', 'change']) window.addEventListener(type, noteChoice, true);
  for (const each of rootsIn(root)) noteState(each).forEach(noteDefault);
}

/** Controls whose value is not kept: buttons, files, passwords (shown or hidden), fields that ask for that. */
const notKept =
  'button, form, [type=file], [type=password], [autocomplete*=password], [autocomplete=off], [autocomplete=off] *';

const isKept = (source: Source) =>
  !(source instanceof Element) ||
  // React writes typed text into `defaultValue`, too, so the first value is compared.
  (!source.matches(notKept) && initial.get(source) !== readValue(source).text);

/** Keeps the changed controls of the page of an entry. Call it before another page is shown. */
export function keepState(entry: string): void {
  rootsIn(document).forEach(noteState);
  const changed = new Map<string, Controls>();
  for (const [name, controls] of latest) {
    // Only texts are kept: the controls would keep the whole page in memory.
    const held = [...controls].flatMap(([key, control]) =>
      isKept(control) ? [[key, { text: currentValue(control).text }] as const] : [],
    );
    if (held.length > 0) changed.set(name, new Map(held));
  }
  keepForEntry(changesByEntry, entry, changed);
}

/** Chooses the kept state of an entry to be transferred to the page that is shown next. */
export function recallState(entry: string): void {
  latest = new Map(changesByEntry.get(entry));
}
