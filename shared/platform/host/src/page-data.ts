import { dataElementId, pinsElementId } from '@composed/contracts/page-elements';
import { parsePins, type Pins } from '@composed/contracts/pins';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import type { PageFacts } from './site-config';

let cachedPins: { readonly text: string; readonly pins: Pins } | undefined;

/**
 * The releases that this page is pinned to.
 * @throws Error when the page has no pins, or such as do not parse: the host cannot start
 */
export function readOwnPins(): Pins {
  const text = document.getElementById(pinsElementId)?.textContent;
  if (!text) throw new Error(`no #${pinsElementId}`);
  if (cachedPins?.text !== text) cachedPins = { text, pins: parsePins(text) };
  return cachedPins.pins;
}

/** Whether a module has a release. */
export function hasRelease({ remotes, empty }: Pins, id: string): boolean {
  return exposeOf(id) in (remotes[appOf(id)]?.exposes ?? {}) || empty?.includes(id) === false;
}

/** The JSON in a page with this id, or else an empty object. */
export const jsonIn = (id: string) =>
  JSON.parse(document.getElementById(id)?.textContent ?? '{}') as object;

/** The site's data that this page needs, by name. */
export const pinnedData = (): PageFacts['data'] => ({ ...jsonIn(dataElementId) });
