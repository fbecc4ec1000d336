/*
 * Values of a form's controls as text that can be compared and kept, and setters that act as if the visitor had just
 * chosen a value.
 */

/** An editable element. Elements inside it that are not editable, such as a mention, belong to it. */
const editable = '[contenteditable]:not([contenteditable=false])';

export const controlSelector = `input, textarea, select, button, form, details, ${editable}`;

/** The value of a control as text, and the files of a file input: a script can pass these on, but not create them. */
export interface ControlValue {
  readonly text: string;
  readonly files?: FileList | null;
}

type Switch = HTMLInputElement & { readonly type: 'checkbox' | 'radio' };

export const isSwitch = (control: Element): control is Switch =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Of an editable element only the plain text is kept. */
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

/** The value that a control has by its markup, whatever the visitor has chosen since. */
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
  // Its own `click()` would do nothing within a click on it, in which React may hydrate its root.
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

/** Sets a value by the control's own property, which frameworks track, and fires no event. */
function setSilently(control: Element, text: string): void {
  if (isSwitch(control)) control.checked = text === 'true';
  else if (control instanceof HTMLSelectElement) select(control, text);
  else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    control.value = text;
}

/** Sets a value as if the visitor had chosen it, events included. Does nothing if the control has it already. */
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
    // Choosing another radio button clears this one, and nobody turns a switch that is disabled.
    if (isSwitch(control) && (control.matches(':disabled') || (control.type === 'radio' && !isOn)))
      return;
    // By the setter of the prototype: React takes a value that is set on the element itself for its own.
    Reflect.set(Object.getPrototypeOf(control) as object, name, value, control);
    fireEvents(control);
  }
}

/**
 * Sets the value that a control has once more, since its module has not heard of it.
 * @param knownValue the value that the module assumes; null if that is unknown
 */
export function chooseAgain(
  control: Element,
  knownValue: string | null,
  heldValue: ControlValue,
): void {
  if (knownValue === heldValue.text) return;
  if (knownValue === null) {
    writeText(control, heldValue.text);
    return;
  }
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) {
    setSilently(control, knownValue);
    choose(control, heldValue);
    return;
  }
  if (control.type === 'file') {
    fireEvents(control);
    return;
  }
  // Resetting it would clear the radio button that was chosen.
  if (control.type === 'radio' && heldValue.text === 'false') return;
  const { selectionStart, selectionEnd } = control;
  setSilently(control, knownValue);
  choose(control, heldValue);
  // Only text fields have a caret. A framework’s own write moves it, and is over when the microtask runs.
  if (selectionStart === null || document.activeElement !== control) return;
  queueMicrotask(() => control.setSelectionRange(selectionStart, selectionEnd));
}
