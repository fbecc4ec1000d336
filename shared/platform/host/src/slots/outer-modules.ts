import {
  failedMark,
  maxPartDepth,
  moduleSelector,
  rootName,
  rootOf,
} from '@composed/contracts/page-roots';
import { report } from '../error-reporting/report-fault';

/* The modules around the element of a part: which one is at fault, how many there are, which are not hydrated yet. */

/** Reports a fault of the module that wrote the element of a part. */
function reportHolder(element: Element, cause: unknown): void {
  const holder = element.parentElement && rootOf(element.parentElement);
  const [name = ''] = (holder ? rootName(holder) : 'page').split('.');
  const [app = '', module] = name.split('/');
  if (module === undefined) report('host', name, 'render', cause);
  else report(app, module, 'render', cause);
}

/** Calls an action for one element. An error is reported and not thrown, so that the elements of other teams work on. */
export function attempt(element: HTMLElement, action: () => void): void {
  try {
    action();
  } catch (cause) {
    reportHolder(element, cause);
  }
}

/** Returns the slot or box around an element. */
const holderOf = ({ parentElement }: Element) =>
  parentElement?.closest<HTMLElement>(moduleSelector);

const idOf = (holder: HTMLElement) => rootName(holder).replace(/\..*/, '');

/** @throws Error if a part stands inside itself, or deeper than compose allows */
export function checkDepth(element: HTMLElement, id: string): void {
  const outerIds: string[] = [];
  for (let holder = holderOf(element); holder; holder = holderOf(holder))
    outerIds.push(idOf(holder));
  if (outerIds.includes(id)) throw new Error(`${id} stands inside of itself`);
  if (outerIds.length > maxPartDepth)
    throw new Error(`${id} is more than ${maxPartDepth} parts deep in ${outerIds.at(-1)}`);
}

export const isHydrated = (root: Element | null | undefined) => {
  const { hydrated } = window.recordedInteractions ?? {};
  return !hydrated || !root || hydrated.has(root);
};

/**
 * Whether any module around a part is not hydrated yet and has not failed.
 * @param isRelevant limits the check to some of these modules
 */
export function isAwaited(element: HTMLElement, isRelevant = (_holder: Element) => true): boolean {
  const holder = holderOf(element);
  if (!holder) return false;
  const hasFailed = performance.getEntriesByName(failedMark(idOf(holder))).length > 0;
  if (!isHydrated(holder) && !hasFailed && isRelevant(holder)) return true;
  return isAwaited(holder, isRelevant);
}
