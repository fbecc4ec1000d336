import { failedMark, moduleSelector, nameOf, rootOf } from '@composed/contracts/page-roots';
import { maxPartDepth } from '@composed/contracts/remote-names';
import { report } from '../error-reporting/report-fault';

/* The modules around the element of a part: who is at fault, how deep it stands, and who is still to be hydrated. */

/** A fault of the module that wrote the element of a part. */
function reportHolder(element: Element, cause: unknown): void {
  const holder = element.parentElement && rootOf(element.parentElement);
  const [name = ''] = (holder ? nameOf(holder) : 'page').split('.');
  const [app = '', module] = name.split('/');
  if (module === undefined) report('host', name, 'render', cause);
  else report(app, module, 'render', cause);
}

/** Acts for one element. A fault is reported as its holder's, and the elements of other teams go on. */
export function attempt(element: HTMLElement, act: () => void): void {
  try {
    act();
  } catch (cause) {
    reportHolder(element, cause);
  }
}

/** The slot or box around an element. */
const holderOf = ({ parentElement }: Element) =>
  parentElement?.closest<HTMLElement>(moduleSelector);

/** The federation id of the module in a slot or box. */
const idOf = (holder: HTMLElement) => nameOf(holder).replace(/\..*/, '');

/** @throws Error where a part stands inside of itself, or of more others than composing lets it */
export function checkDepth(element: HTMLElement, id: string): void {
  const around: string[] = [];
  for (let holder = holderOf(element); holder; holder = holderOf(holder)) around.push(idOf(holder));
  if (around.includes(id)) throw new Error(`${id} stands inside of itself`);
  if (around.length > maxPartDepth)
    throw new Error(`${id} is more than ${maxPartDepth} parts deep in ${around.at(-1)}`);
}

export const isHydrated = (root: Element | null | undefined) => {
  const { hydrated } = window.recordedInteractions ?? {};
  return !hydrated || !root || hydrated.has(root);
};

/** Whether a module around a part is still to be hydrated, and has not failed. */
export function isAwaited(element: HTMLElement, matters = (_holder: Element) => true): boolean {
  const holder = holderOf(element);
  if (!holder) return false;
  const isLost = performance.getEntriesByName(failedMark(idOf(holder))).length > 0;
  return (!isHydrated(holder) && !isLost && matters(holder)) || isAwaited(holder, matters);
}
