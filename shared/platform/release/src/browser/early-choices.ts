import { createPageScript } from '@composed/compose/html/page-script';
import { moduleSelector } from '@composed/contracts/page-roots';
import type { Page } from 'playwright-core';

/* The functions up to `chooseValues` run in the page (@composed/compose/html/page-script). */

type Control = HTMLInputElement | HTMLSelectElement;

function isSwitch({ type }: Control): boolean {
  return type === 'checkbox' || type === 'radio';
}

function readValue(control: Control): string {
  return control instanceof HTMLInputElement && isSwitch(control)
    ? String(control.checked)
    : control.value;
}

/** Sets the value of a control with the events that a visitor's input has. */
function setValue(control: Control, value: string): void {
  if (readValue(control) === value) return;
  if (isSwitch(control)) {
    control.click();
    return;
  }
  // React overrides the property on the element, so the setter of the prototype is called.
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Returns another value that a visitor could choose, if there is one. */
function findOtherValue(control: Control): string | undefined {
  if (control instanceof HTMLSelectElement)
    return [...control.options].find(({ selected, disabled }) => !selected && !disabled)?.value;
  if (control.type === 'range') return control.value === control.max ? control.min : control.max;
  return control.type === 'radio' && control.checked ? undefined : String(!control.checked);
}

/** Whether hydration has reset a control. A module that resets it by itself does so again, which is not a loss. */
function isLost(control: Control, value: string): boolean {
  if (!control.isConnected || readValue(control) === value) return false;
  setValue(control, value);
  return readValue(control) === value;
}

function labelOf(control: Control): string {
  const label = control.labels?.[0]?.textContent.trim().slice(0, 40);
  return control.getAttribute('aria-label') ?? label ?? control.name;
}

function chooseValues(apps: readonly string[], slotSelector: string) {
  const moduleOf = (control: Control) => {
    const { slot, box } = control.closest<HTMLElement>(slotSelector)?.dataset ?? {};
    return slot ?? box ?? '';
  };
  const isUnderTest = (control: Control) =>
    apps.some((app) => app === 'host' || moduleOf(control).startsWith(`${app}/`));
  const kinds = ['select', '[type=radio]', '[type=checkbox]', '[type=range][min][max]'];
  const selector = `:is(${slotSelector}) :is(${kinds.join()}):enabled`;
  const choices = new Map<Control, string>();
  const groups = new Set<string>();
  for (const control of document.querySelectorAll<Control>(selector)) {
    const value = findOtherValue(control);
    if (value === undefined || !control.checkVisibility() || !isUnderTest(control)) continue;
    // Only one radio button of a group can be chosen.
    if (control.type === 'radio' && groups.has(control.name)) continue;
    groups.add(control.name);
    setValue(control, value);
    choices.set(control, value);
  }
  const findLost = () =>
    [...choices]
      .filter(([control, value]) => isLost(control, value))
      .map(([control]) => `“${labelOf(control)}” of ${moduleOf(control)}`);
  return { findLost };
}

const helpers = [isSwitch, readValue, setValue, findOtherValue, isLost, labelOf];

/**
 * Changes the value of each control in the modules of some apps, like a visitor who is quicker than the page's scripts.
 * @param apps the apps whose modules are tested; the host stands for all
 * @returns a function that lists, once the page is hydrated, the controls that have lost their value
 */
export async function chooseEarly(
  page: Page,
  apps: readonly string[],
): Promise<() => Promise<readonly string[]>> {
  const handle = await page.evaluateHandle<ReturnType<typeof chooseValues>>(
    createPageScript(chooseValues, helpers, apps, moduleSelector),
  );
  return () => handle.evaluate(({ findLost }) => findLost());
}
