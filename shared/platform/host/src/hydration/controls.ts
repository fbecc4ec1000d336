/*
 * Reads the values of form controls as text, which can be compared and stored, and sets values with the events that a
 * visitor's own choice fires.
 */

/** Matches editable elements. A non-editable element inside one, such as a mention, is part of its value. */
const editable = '[contenteditable]:not([contenteditable=false])';

export const controlSelector = `input, textarea, select, button, form, details, ${editable}`;

/** The value of a control as text, and a file input's `FileList`, which scripts cannot create. */
export interface ControlValue {
  readonly text: string;
  readonly files?: FileList | null;
}

type Switch = HTMLInputElement & { readonly type: 'checkbox' | 'radio' };

export const isSwitch = (control: Element): control is Switch =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Whether a control is an editable element. Its value is its plain text. */
export const isEditable = (control: Element) => control.matches(editable);

const valuesOf = (options: Iterable<HTMLOptionElement>) =>
  JSON.stringify([...options].map(({ value }) => value));

export function readValue(control: Element): ControlValue {
  if (control instanceof HTMLDetailsElement) return { text: String(control.open) };
  if (control instanceof HTMLSelectElement) return { text: valuesOf(control.selectedOptions) };
  if (isSwitch(control)) return { text: String(control.checked) };
  if (control instanceof HTMLTextAreaElement) return { text: control.value };
  if (control instanceof HTMLInputElement) return { text: control.value, files: control.files };
  return { text: isEditable(control) ? control.textContent : '' };
}

/** Returns the value that a control has in its markup, regardless of what the visitor has chosen since. */
export function defaultOf(control: Element): string {
  if (!('form' in control)) return readValue(control).text;
  const form = document.createElement('form');
  const copy = control.cloneNode(true) as Element;
  form.append(copy);
  form.reset();
  return readValue(copy).text;
}

function select(control: HTMLSelectElement, text: string): void {
  const values = JSON.parse(text) as readonly string[];
  for (const option of control.options) option.selected = values.includes(option.value);
}

function fireEvents(control: Element): void {
  const types = ['input', 'change'];
  // `control.click()` would do nothing during a click on the control, and React may hydrate the root in that click.
  if (isSwitch(control)) types.unshift('click');
  for (const type of types) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function writeText(control: Element, text: string): void {
  if (control.textContent !== text) {
    control.textContent = text;
    if (document.activeElement === control) {
      document.getSelection()?.selectAllChildren(control);
      document.getSelection()?.collapseToEnd();
    }
  }
  fireEvents(control);
}

/** Sets a value through the control's own property, which frameworks track, without firing an event. */
function setSilently(control: Element, text: string): void {
  if (isSwitch(control)) control.checked = text === 'true';
  else if (control instanceof HTMLSelectElement) select(control, text);
  else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    control.value = text;
}

/** Sets a value as if the visitor had chosen it, events included. Does nothing if the control already has the value. */
export function choose(control: Element, { text, files }: ControlValue): void {
  if (readValue(control).text === text) return;
  const isOn = text === 'true';
  if (control instanceof HTMLDetailsElement) control.open = isOn;
  else if (control instanceof HTMLSelectElement) {
    select(control, text);
    fireEvents(control);
  } else if (isEditable(control)) writeText(control, text);
  else if (control instanceof HTMLInputElement && control.type === 'file') {
    control.files = files ?? null;
    fireEvents(control);
  } else {
    const [name, value] = isSwitch(control) ? ['checked', isOn] : ['value', text];
    // A radio button is cleared by choosing another one, and a visitor cannot change a disabled switch.
    if (isSwitch(control) && (control.matches(':disabled') || (control.type === 'radio' && !isOn)))
      return;
    // Uses the prototype's setter: React ignores a change of the value that was made through the element's own setter.
    Reflect.set(Object.getPrototypeOf(control) as object, name, value, control);
    fireEvents(control);
  }
}

/**
 * Chooses the value that a control already has once more, so that its module gets the events it has missed.
 * @param knownValue the value that the module assumes; null if it is unknown
 */
export function chooseAgain(
  control: Element,
  knownValue: string | null,
  chosenValue: ControlValue,
): void {
  if (knownValue === chosenValue.text) return;
  if (knownValue === null) {
    writeText(control, chosenValue.text);
    return;
  }
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) {
    setSilently(control, knownValue);
    choose(control, chosenValue);
    return;
  }
  if (control.type === 'file') {
    fireEvents(control);
    return;
  }
  // Setting this radio button to its known value would clear the one that the visitor chose.
  if (control.type === 'radio' && chosenValue.text === 'false') return;
  const { selectionStart, selectionEnd } = control;
  setSilently(control, knownValue);
  choose(control, chosenValue);
  // Only text fields have a caret. A framework's own write moves it, and has happened when the microtask runs.
  if (selectionStart === null || document.activeElement !== control) return;
  queueMicrotask(() => control.setSelectionRange(selectionStart, selectionEnd));
}
