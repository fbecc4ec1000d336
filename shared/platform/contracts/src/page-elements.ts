import type { Pins } from './pins';

/** The id of the JSON block that pins a page to its releases. */
export const pinsElementId = 'pins';

/**
 * The id of the `<template>` with the elements that a page adds after its first paint. webpack inlines constants of up
 * to six letters; a longer one would bring its runtime into the inline bootstrap, 0.3 KB.
 */
export const afterPaintElementId = 'later';

/** The id of the `<template>` with the script for telemetry, in a page that sends them. */
export const telemetryElementId = 'telemetry';

/** Limits of the telemetry of a page: its bytes hold the longest faults in any writing system. */
export const beaconBytes = 4096;
export const beaconFaults = 4;
export const beaconFrames = 8;

/** The id of the JSON block with the site's data that a page was composed with. */
export const dataElementId = 'data';

/** The id of the JSON block with the row of data that a page was made from, and the pattern of its address. */
export const rowElementId = 'row';

/** The `<meta>` of a page of a past revision, with the time that the revision went live. Live pages have none. */
export const asOfName = 'as-of';

/** JSON in a page, escaped so that it cannot end its element. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** A script and its hash (SRI). */
export type PinnedScript = Pins['preloads'][number];

/**
 * An element that loads a script after everything that the first paint needs, and runs it at once. The page's policy
 * trusts it by its hash alone, so it must have one.
 */
export function scriptElement({ src, integrity }: PinnedScript): string {
  return `<script async crossorigin fetchpriority="low" src="${src}" integrity="${integrity}"></script>`;
}
