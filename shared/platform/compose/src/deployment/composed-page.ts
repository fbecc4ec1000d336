import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import {
  dataBlock,
  pinsElementId,
  telemetryElementId,
  type PinnedScript,
} from '@composed/contracts/page-elements';
import { parsePins, type Pins, type RemotePins } from '@composed/contracts/pins';
import { appOf } from '@composed/contracts/remote-names';

/* Reads composed pages, and changes what they load: for budgets, the dev server and the lab. */

// Every `<` in a data block is escaped (`\u003c`), so the next one ends it.
const pinsBlock = new RegExp(
  `<script type="application/json" id="${pinsElementId}">([^<]*)</script>`,
);

const startedScript =
  /<script async crossorigin fetchpriority="low" src="([^"]*)" integrity="([^"]*)"><\/script>\n?/g;

/** Matches an inlined style sheet, with its address and its app. */
const styleElement = /<style data-href="([^"]*\/assets\/([^/"]+)\/[^"]*)">[^<]*<\/style>/g;

/** Matches the telemetry script, which starts long after the first load and does not count to it. */
const telemetryTemplate = new RegExp(
  `<template id="${telemetryElementId}".{0,1000}?</template>\n?`,
  's',
);

/** Returns the JSON of a composed page's pins. */
export const pinsText = (html: string): string | undefined => pinsBlock.exec(html)?.[1];

/** @returns the pins of a page; null if it is not a composed page */
export function findPins(html: string): Pins | null {
  const json = pinsText(html);
  return json === undefined ? null : parsePins(json);
}

/** @throws Error if the page is not a composed page */
export function readPins(html: string): Pins {
  const pins = findPins(html);
  if (!pins) throw new Error('The page has no pins.');
  return pins;
}

/** Changes the pins of a composed page. A page without pins stays the same. */
export function replacePins(html: string, change: (pins: Pins) => Pins) {
  // In a replacement that is a text, `$` would have a meaning.
  return html.replace(pinsBlock, (_all, json) =>
    dataBlock(pinsElementId, change(parsePins(String(json)))),
  );
}

/** Returns the app whose module fills an element, if the element is a slot or holds a part. */
function slotOwner({ attrs }: DefaultTreeAdapterTypes.Element) {
  const id = attrs.find(({ name }) => name === 'data-slot' || name === 'data-part')?.value;
  return id === undefined ? undefined : appOf(id);
}

/**
 * Removes the markup of other apps' modules. Parts of `app` inside such a module take the place of its markup.
 * @param isInOtherApp whether the nodes are in the module of another app
 */
function removeOtherApps(
  nodes: readonly DefaultTreeAdapterTypes.ChildNode[],
  app: string | null,
  isInOtherApp = false,
): DefaultTreeAdapterTypes.ChildNode[] {
  return nodes.flatMap((node) => {
    if (!('childNodes' in node)) return isInOtherApp ? [] : [node];
    const owner = slotOwner(node);
    const isFilledByOtherApp = owner === undefined ? isInOtherApp : owner !== app;
    node.childNodes = removeOtherApps(node.childNodes, app, isFilledByOtherApp);
    // The element of another app's slot in the host's markup stays.
    const isRemoved = isInOtherApp && isFilledByOtherApp;
    return isRemoved ? node.childNodes : [node];
  });
}

/** Reduces a composed page to the modules, styles and pins of the host and one remote, or of the host only. */
export function reduceToRemote(html: string, app: string | null): string {
  const document = parse(html);
  document.childNodes = removeOtherApps(document.childNodes, app);
  const text = serialize(document).replace(styleElement, (match, _href, owner) =>
    owner === 'host' || owner === app ? match : '',
  );
  return replacePins(text, (pins) => {
    const remotes = Object.entries(pins.remotes).filter(([name]) => name === app);
    return { ...pins, remotes: Object.fromEntries(remotes) };
  });
}

export const withRemote = (pins: Pins, app: string, remote: RemotePins): Pins => ({
  ...pins,
  remotes: { ...pins.remotes, [app]: remote },
});

/** Returns the scripts that a composed page starts in its first load. */
export function readScriptElements(html: string): PinnedScript[] {
  const scripts = html.replace(telemetryTemplate, '').matchAll(startedScript);
  return [...scripts].map(([, src = '', integrity = '']) => ({ src, integrity }));
}

/** Returns the inlined style sheets of a composed page, each with the text of its element. */
export const readStyleElements = (html: string) =>
  [...html.matchAll(styleElement)].map(([element, href = '', app = '']) => ({
    href,
    app,
    element,
  }));

/** Removes the telemetry script of a composed page. */
export const withoutTelemetry = (html: string) => html.replace(telemetryTemplate, '');
