import { moduleSelector } from '@composed/contracts/page-roots';
import type { Page } from 'playwright-core';

/**
 * Changes the value of each control of some apps' modules, like a visitor who is quicker than the page's scripts.
 * @param apps whose modules are tried; the host stands for all
 * @returns a function that lists, once the page is hydrated, the controls that lost their value, in words that follow
 *   the name of the page. A module that resets a control by itself resets it when it is changed again, which counts as
 *   no loss.
 */
export async function chooseEarly(
  page: Page,
  apps: readonly string[],
): Promise<() => Promise<readonly string[]>> {
  const handle = await page.evaluateHandle(
    ([tried, modules]) => {
      type Control = HTMLInputElement | HTMLSelectElement;
      const isSwitch = ({ type }: Control) => type === 'checkbox' || type === 'radio';
      const held = (control: Control) =>
        control instanceof HTMLInputElement && isSwitch(control)
          ? String(control.checked)
          : control.value;
      const choose = (control: Control, value: string) => {
        if (held(control) === value) return;
        if (isSwitch(control)) {
          control.click();
          return;
        }
        Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
        for (const type of ['input', 'change'])
          control.dispatchEvent(new Event(type, { bubbles: true }));
      };
      const otherOf = (control: Control) => {
        if (control instanceof HTMLSelectElement)
          return [...control.options].find(({ selected, disabled }) => !selected && !disabled)
            ?.value;
        if (control.type === 'range')
          return control.value === control.max ? control.min : control.max;
        return control.type === 'radio' && control.checked ? undefined : String(!control.checked);
      };
      const kinds = ['select', '[type=radio]', '[type=checkbox]', '[type=range][min][max]'];
      const selector = `:is(${modules}) :is(${kinds.join()}):enabled`;
      const moduleOf = (control: Control) => {
        const { slot, box } = control.closest<HTMLElement>(modules)?.dataset ?? {};
        return slot ?? box ?? '';
      };
      const isTried = (control: Control) =>
        tried.some((app) => app === 'host' || moduleOf(control).startsWith(`${app}/`));
      const choices = new Map<Control, string>();
      const groups = new Set<string>();
      for (const control of document.querySelectorAll<Control>(selector)) {
        const other = otherOf(control);
        if (other === undefined || !control.checkVisibility() || !isTried(control)) continue;
        // One radio button of each group.
        if (control.type === 'radio' && groups.has(control.name)) continue;
        groups.add(control.name);
        choose(control, other);
        choices.set(control, other);
      }
      const isLost = (control: Control, value: string) => {
        if (!control.isConnected || held(control) === value) return false;
        choose(control, value);
        return held(control) === value;
      };
      const nameOf = (control: Control) =>
        control.getAttribute('aria-label') ??
        control.labels?.[0]?.textContent.trim().slice(0, 40) ??
        control.name;
      const findLost = () =>
        [...choices].flatMap(([control, value]) => {
          return isLost(control, value) ? [`“${nameOf(control)}” of ${moduleOf(control)}`] : [];
        });
      return { findLost };
    },
    [apps, moduleSelector] as const,
  );
  return () => handle.evaluate(({ findLost }) => findLost());
}
