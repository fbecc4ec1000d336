import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import {
  dataBlock,
  pinsElementId,
  telemetryElementId,
  type PinnedScript,
} from '@composed/contracts/page-elements';
import { parsePins, type Pins, type RemotePins } from '@composed/contracts/pins';
import { appOf } from '@composed/contracts/remote-names';

/* Reads composed pages back, and changes what they load: for budgets, the dev server and the lab. */

// Every `<` in a data block is escaped (`\u003c`), so the next one ends it.
const pinsBlock = new RegExp(
  `<script type="application/json" id="${pinsElementId}">([^<]*)</script>`,
);

const startedScript =
  /<script async crossorigin fetchpriority="low" src="([^"]*)" integrity="([^"]*)"><\/script>\n?/g;

/** An inlined style sheet. */
const styleElement = /<style data-href="([^"]*\/assets\/([^/"]+)\/[^"]*)">[^<]*<\/style>/g;

/** Telemetry comes long after the page's own scripts, so it is no part of the first load. */
const telemetryTemplate = new RegExp(
  `<template id="${telemetryElementId}".{0,1000}?</template>\n?`,
  's',
);

/** The text of a composed page's pins. */
export const pinsText = (html: string): string | undefined => pinsBlock.exec(html)?.[1];

/** The pins of a composed page; null where the text is no such page. */
export function findPins(html: string): Pins | null {
  const json = pinsText(html);
  return json === undefined ? null : parsePins(json);
}

/** @throws Error when the text is no composed page */
export function readPins(html: string): Pins {
  const pins = findPins(html);
  if (!pins) throw new Error('The page has no pins.');
  return pins;
}

/** A composed page with other pins; a page without pins stays the same. */
export function replacePins(html: string, change: (pins: Pins) => Pins) {
  // A function, since a text would give `$` in the pins a meaning.
  return html.replace(pinsBlock, (_all, json) =>
    dataBlock(pinsElementId, change(parsePins(String(json)))),
  );
}

/** The app that an element is for: of a slot, or of a part inside of one. */
function ownerOf({ attrs }: DefaultTreeAdapterTypes.Element) {
  const id = attrs.find(({ name }) => name === 'data-slot' || name === 'data-part')?.value;
  return id === undefined ? undefined : appOf(id);
}

/** Nodes without other apps' modules, in whose place the app's own parts inside them stay. */
function keptOf(
  nodes: readonly DefaultTreeAdapterTypes.ChildNode[],
  app: string | null,
  isOthers = false,
): DefaultTreeAdapterTypes.ChildNode[] {
  return nodes.flatMap((node) => {
    if (!('childNodes' in node)) return isOthers ? [] : [node];
    const owner = ownerOf(node);
    const isInOthers = owner === undefined ? isOthers : owner !== app;
    node.childNodes = keptOf(node.childNodes, app, isInOthers);
    return isInOthers && (isOthers || owner === undefined) ? node.childNodes : [node];
  });
}

/** A composed page with the modules, styles and pins of one remote alone, or of none. */
export function pageOf(html: string, app: string | null): string {
  const document = parse(html);
  document.childNodes = keptOf(document.childNodes, app);
  const text = serialize(document).replace(styleElement, (match, _href, of) =>
    of === 'host' || of === app ? match : '',
  );
  return replacePins(text, (pins) => {
    const remotes = Object.entries(pins.remotes).filter(([name]) => name === app);
    return { ...pins, remotes: Object.fromEntries(remotes) };
  });
}

/** Pins with another build of one remote, without preloads of its files. */
export const withRemote = (pins: Pins, app: string, remote: RemotePins): Pins => ({
  ...pins,
  remotes: { ...pins.remotes, [app]: remote },
});

/** The scripts that a composed page starts. */
export function readScriptElements(html: string): PinnedScript[] {
  const scripts = html.replace(telemetryTemplate, '').matchAll(startedScript);
  return [...scripts].map(([, src = '', integrity = '']) => ({ src, integrity }));
}

/** The style sheets of a composed page, each with its app and its whole element. */
export const readStyleElements = (html: string) =>
  [...html.matchAll(styleElement)].map(([element, href = '', app = '']) => ({
    href,
    app,
    element,
  }));

/** A composed page that sends no telemetry. */
export const withoutTelemetry = (html: string) => html.replace(telemetryTemplate, '');
