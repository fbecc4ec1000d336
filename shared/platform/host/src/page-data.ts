import { dataElementId, pinsElementId } from '@composed/contracts/page-elements';
import { parsePins, type Pins } from '@composed/contracts/pins';
import { appOf, exposeOf } from '@composed/contracts/remote-names';

let cachedPins: { readonly text: string; readonly pins: Pins } | undefined;

/**
 * Returns the pins of this page: the exact releases that it loads.
 * @throws Error if the page has no pins or they cannot be parsed: the host cannot start
 */
export function readPagePins(): Pins {
  const text = document.getElementById(pinsElementId)?.textContent;
  if (!text) throw new Error(`no #${pinsElementId}`);
  if (cachedPins?.text !== text) cachedPins = { text, pins: parsePins(text) };
  return cachedPins.pins;
}

/** Returns whether a module has a release, even if this page does not pin that release. */
export function hasRelease({ remotes, empty }: Pins, id: string): boolean {
  const pinnedModules = remotes[appOf(id)]?.exposes ?? {};
  if (exposeOf(id) in pinnedModules) return true;
  // A page that pins all modules of the site has no `empty`.
  return empty?.includes(id) === false;
}

/** Parses the JSON in the page's element with this id. Returns an empty object if there is no such element. */
export const readJsonElement = (id: string) =>
  JSON.parse(document.getElementById(id)?.textContent ?? '{}') as object;

/** Returns the site's data that this page holds, by name. */
export const readPageData = (): Readonly<Record<string, unknown>> => ({
  ...readJsonElement(dataElementId),
});
