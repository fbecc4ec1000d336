/*
 * Values of a form's controls, as text that can be compared and kept, and a way to set one as if the visitor had just
 * chosen it.
 */

/** An element that takes text. In it stand others that a script keeps whole, such as a mention. */
const written = '[contenteditable]:not([contenteditable=false])';

export const controlSelector = `input, textarea, select, button, form, details, ${written}`;

/** Text of a control, and the files of one that takes files: a script can hand them on, and make none. */
export interface Held {
  readonly text: string;
  readonly files?: FileList | null;
}

type Switch = HTMLInputElement & { readonly type: 'checkbox' | 'radio' };

export const isSwitch = (control: Element): control is Switch =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Of text that is written into an element its letters alone are kept. */
export const isWritten = (control: Element) => control.matches(written);

const valuesOf = (options: Iterable<HTMLOptionElement>) =>
  JSON.stringify([...options].map(({ value }) => value));

export function heldBy(control: Element): Held {
  if (control instanceof HTMLDetailsElement) return { text: String(control.open) };
  if (control instanceof HTMLSelectElement) return { text: valuesOf(control.selectedOptions) };
  if (isSwitch(control)) return { text: String(control.checked) };
  if (control instanceof HTMLTextAreaElement) return { text: control.value };
  if (control instanceof HTMLInputElement) return { text: control.value, files: control.files };
  return { text: isWritten(control) ? control.textContent : '' };
}

/** The text that a control holds by its markup, whatever the visitor has chosen since. */
export function defaultOf(control: Element): string {
  if (!('form' in control)) return heldBy(control).text;
  const form = document.createElement('form');
  const copy = control.cloneNode(true) as Element;
  form.append(copy);
  form.reset();
  return heldBy(copy).text;
}

function select(control: HTMLSelectElement, text: string): void {
  const values = JSON.parse(text) as readonly string[];
  for (const option of control.options) option.selected = values.includes(option.value);
}

function tell(control: Element): void {
  const types = ['input', 'change'];
  // Its own `click()` would do nothing within a click on it, in which React may hydrate its root.
  if (isSwitch(control)) types.unshift('click');
  for (const type of types) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function write(control: Element, text: string): void {
  if (control.textContent !== text) {
    control.textContent = text;
    if (document.activeElement === control) {
      document.getSelection()?.selectAllChildren(control);
      document.getSelection()?.collapseToEnd();
    }
  }
  tell(control);
}

/** Sets what a control holds by its own property, of which a framework keeps account, and tells nobody. */
function putBack(control: Element, text: string): void {
  if (isSwitch(control)) control.checked = text === 'true';
  else if (control instanceof HTMLSelectElement) select(control, text);
  else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    control.value = text;
}

/** Gives a control what a visitor has chosen, with the events of that. It does nothing where the control holds it. */
export function choose(control: Element, { text, files }: Held): void {
  if (heldBy(control).text === text) return;
  const isOn = text === 'true';
  if (control instanceof HTMLDetailsElement) control.open = isOn;
  else if (control instanceof HTMLSelectElement) {
    select(control, text);
    tell(control);
  } else if (isWritten(control)) write(control, text);
  else if (control instanceof HTMLInputElement && control.type === 'file') {
    control.files = files ?? null;
    tell(control);
  } else {
    const [name, value] = isSwitch(control) ? ['checked', isOn] : ['value', text];
    // A radio button goes out as another one is chosen, and nobody turns a switch that is disabled.
    if (isSwitch(control) && (control.matches(':disabled') || (control.type === 'radio' && !isOn)))
      return;
    // Through the prototype: React ignores what is set on the element itself as its own.
    Reflect.set(Object.getPrototypeOf(control) as object, name, value, control);
    tell(control);
  }
}

/**
 * Chooses once more what a control holds, or held until a framework replaced it, since no module has heard of it.
 * @param known the text that the module believes it to hold; null where nobody can know
 */
export function chooseAgain(control: Element, known: string | null, held: Held): void {
  if (known === held.text) return;
  if (known === null) {
    write(control, held.text);
    return;
  }
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) {
    putBack(control, known);
    choose(control, held);
    return;
  }
  if (control.type === 'file') {
    tell(control);
    return;
  }
  // Put back, it would put out the one that was chosen.
  if (control.type === 'radio' && held.text === 'false') return;
  const { selectionStart, selectionEnd } = control;
  putBack(control, known);
  choose(control, held);
  // Fields of other types have no caret that a script may see. A framework has set the value once more by then.
  if (selectionStart === null || document.activeElement !== control) return;
  queueMicrotask(() => control.setSelectionRange(selectionStart, selectionEnd));
}
