import type { Pins } from './pins';

/** The id of the JSON block that pins a page to its releases. */
export const pinsElementId = 'pins';

/**
 * The id of the `<template>` with what a page asks for after its first paint. webpack writes constants of up to
 * six letters where they are used; a longer one would bring its runtime into the inline bootstrap, 0.3 KB.
 */
export const afterPaintElementId = 'later';

/** The id of the `<template>` with the script for telemetry, in a page that sends them. */
export const telemetryElementId = 'telemetry';

/** Limits of what a page sends as telemetry: the longest faults fit into its bytes, in any writing system. */
export const beaconBytes = 4096;
export const beaconFaults = 4;
export const beaconFrames = 8;

/** The id of the JSON block with the site's data that a page was composed with. */
export const dataElementId = 'data';

/** The id of the JSON block with the row of data that a page was made from, and the pattern of its address. */
export const rowElementId = 'row';

/** The name of the `<meta>` that says since when the revision was live that a page is of; live pages have none. */
export const asOfName = 'as-of';

/** JSON in a page, which no parser of HTML takes for the end of its element. It runs nothing. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** A script that a page names, with what its bytes must be (SRI). */
export type PinnedScript = Pins['preloads'][number];

/**
 * Starts a script as soon as it is there, behind everything that the first paint needs. The page's policy
 * trusts it by its hash alone, so it must have one.
 */
export function scriptElement({ src, integrity }: PinnedScript): string {
  return `<script async crossorigin fetchpriority="low" src="${src}" integrity="${integrity}"></script>`;
}
