type Control = HTMLInputElement | HTMLTextAreaElement;

/** What stands in the controls of a part of the page, in their order, and which of them has the focus. */
export interface Typed {
  readonly values: readonly {
    readonly name: string;
    readonly value: string;
    readonly checked: boolean;
  }[];
  readonly focused: number;
}

function controlsIn(part: Element): Control[] {
  return [...part.querySelectorAll<Control>('input, textarea')];
}

const isChecked = (control: Control) => control instanceof HTMLInputElement && control.checked;

/** Kept in memory only, for as long as it takes to put other nodes in the place of these. */
export function readTyped(part: Element): Typed {
  const controls = controlsIn(part);
  return {
    values: controls.map((control) => ({
      name: control.name,
      value: control.value,
      checked: isChecked(control),
    })),
    focused: controls.findIndex((control) => control === document.activeElement),
  };
}

/** Puts what was typed into the same controls of other nodes, and tells who listens to them. */
export function writeTyped(part: Element, { values, focused }: Typed): void {
  controlsIn(part).forEach((control, index) => {
    const typed = values[index];
    if (typed?.name !== control.name) return;
    if (index === focused) control.focus({ preventScroll: true });
    if (isChecked(control) !== typed.checked) control.click();
    if (control.value === typed.value) return;
    // Through the prototype: React takes what is set on the element itself for its own doing.
    Reflect.set(Object.getPrototypeOf(control) as object, 'value', typed.value, control);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
