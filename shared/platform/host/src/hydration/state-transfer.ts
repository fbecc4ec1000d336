import { rootName, rootOf, rootsIn } from '@composed/contracts/page-roots';
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
 * At hydration, a module gets the events for the values that its controls have, as if the visitor had just chosen them.
 * The nodes of a slot or island can also be replaced: when an extension has changed them so that React cannot hydrate
 * them, when a remote crashes or recovers, or when a visitor returns to the page. Values, presses and focus are then
 * transferred from the old nodes to the new ones.
 */

/** A control, which may have left the page, or a copy of its value. */
type Source = Element | ControlValue;

/** The controls of a root. The key is made of a control's tag, its name or type, and its index among equal ones. */
type Controls<Control extends Source = Source> = ReadonlyMap<string, Control>;

/** Name of a root → its latest controls. */
let latest = new Map<string, Controls>();

/** Entry of the history → changed controls of its page. Kept in memory only. */
const changesByEntry = new Map<string, typeof latest>();

/** Control → its value when its root was mounted. */
const initial = new WeakMap<Element, string>();

/** Control of a root that is being hydrated → the value for which its module has had no event yet. */
const unreported = new WeakMap<Element, ControlValue>();

/** The element that was focused last. A focused element fires no event when it is removed from the page. */
let focused: unknown = null;

/** The number of history entries that browsers keep for a tab. */
const maxEntries = 50;

/** Stores a value for an entry of the history, and deletes the entries that were visited longest ago. */
export function keepForEntry<T>(entries: Map<string, T>, entry: string, value: T): void {
  entries.delete(entry);
  entries.set(entry, value);
  for (const oldest of [...entries.keys()].slice(0, -maxEntries)) entries.delete(oldest);
}

const currentValue = (source: Source) =>
  source instanceof Element ? (unreported.get(source) ?? readValue(source)) : source;

/** Stores the default value of a prerendered control, before a framework changes the control. */
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
  // A position among all controls would not identify one: prerendered markup lacks the buttons that need scripts.
  for (const control of root.querySelectorAll<HTMLElement>(controlSelector)) {
    // Skips the controls of roots inside this one.
    if (rootOf(control) !== root) continue;
    const kind =
      control.tagName + (control.getAttribute('name') ?? control.getAttribute('type') ?? '');
    let nth = 0;
    while (controls.has(`${kind} ${nth}`)) nth += 1;
    controls.set(`${kind} ${nth}`, control);
  }
  return controls;
}

/** Stores and returns the controls that a root has now. Call it before they leave the page. */
export function noteState(root: HTMLElement): Controls<HTMLElement> {
  const controls = controlsOf(root);
  // A skeleton has no controls; the earlier ones are kept.
  if (controls.size > 0) latest.set(rootName(root), controls);
  return controls;
}

/**
 * Stores the values that the visitor has chosen, or the browser has restored, before the root is hydrated.
 * `transferState` then fires the events that the module has missed.
 */
export function noteChoices(root: HTMLElement): void {
  for (const control of noteState(root).values()) {
    noteDefault(control);
    unreported.set(control, readValue(control));
  }
}

/** Whether a visitor has chosen or pressed something in a root for which the module has had no event yet. */
export const hasChoices = (root: Element): boolean =>
  [...controlsOf(root).values()].some((control) => {
    const isPressed = window.recordedInteractions?.pending.has(control) === true;
    return isPressed || currentValue(control).text !== (initial.get(control) ?? defaultOf(control));
  });

/** The last click, input or change, which may still be propagating. */
let latestEvent: Event | undefined;

/** Stores a value that the visitor chooses while the root is being hydrated. */
function noteChoice(event: Event): void {
  latestEvent = event;
  const { target } = event;
  if (!(target instanceof Element) || !unreported.has(target)) return;
  const root = rootOf(target);
  // Choosing one radio button changes others.
  const controls = root && isSwitch(target) ? controlsOf(root).values() : [target];
  for (const control of controls)
    if (control === target || isSwitch(control)) unreported.set(control, readValue(control));
}

/** Whether a click on a control is being dispatched. */
const isInClick = (control: Element) =>
  latestEvent?.type === 'click' &&
  latestEvent.eventPhase > 0 &&
  control.contains(latestEvent.target as Node);

/** Transfers the state of a root from its earlier controls to its current ones. */
export function transferState(root: HTMLElement): void {
  const before = latest.get(rootName(root));
  const { pending } = window.recordedInteractions ?? {};
  for (const [key, to] of noteState(root)) {
    const initialText = initial.get(to) ?? readValue(to).text;
    initial.set(to, initialText);
    const chosenValue = unreported.get(to);
    const from = before?.get(key);
    unreported.delete(to);
    // React may hydrate the root during a click. That click is stopped, since it is repeated below or by a replay.
    if (isInClick(to) && (isSwitch(to) || pending?.has(to))) latestEvent?.stopPropagation();
    const isEdited = isEditable(to) && pending?.delete(to) === true;
    if (chosenValue) chooseAgain(to, isEdited ? null : initialText, chosenValue);
    else if (from) transfer(from, to);
  }
}

/** Tracks the state of all controls, beginning with the prerendered ones. Call it once, before React hydrates the page. */
export function trackState(root: Element): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target));
  // Uses the capture phase to run before React, which may hydrate the root in response to the event.
  for (const type of ['click', 'input', 'change']) window.addEventListener(type, noteChoice, true);
  for (const innerRoot of rootsIn(root)) noteState(innerRoot).forEach(noteDefault);
}

/** Controls whose value is never stored: buttons, files, passwords (shown or hidden), fields without autocomplete. */
const notStored =
  'button, form, [type=file], [type=password], [autocomplete*=password], [autocomplete=off], [autocomplete=off] *';

function isStored(source: Source): boolean {
  if (!(source instanceof Element)) return true;
  // Compares with the first value: React also writes typed text into `defaultValue`.
  return !source.matches(notStored) && initial.get(source) !== readValue(source).text;
}

/** Stores the changed controls of an entry's page. Call it before another page is shown. */
export function keepState(entry: string): void {
  rootsIn(document).forEach(noteState);
  const changed = new Map<string, Controls>();
  for (const [name, controls] of latest) {
    // Stores only texts: references to controls would keep the whole page in memory.
    const values = [...controls].flatMap(([key, control]) =>
      isStored(control) ? [[key, { text: currentValue(control).text }] as const] : [],
    );
    if (values.length > 0) changed.set(name, new Map(values));
  }
  keepForEntry(changesByEntry, entry, changed);
}

/** Restores the stored controls of an entry, so that their state is transferred to the page that is shown next. */
export function recallState(entry: string): void {
  latest = new Map(changesByEntry.get(entry));
}
