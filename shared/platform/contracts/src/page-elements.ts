import type { Pins } from './pins';

/** The id of the JSON block that holds a page's pins. */
export const pinsElementId = 'pins';

/**
 * The id of the `<template>` with the elements that a page adds after its first paint. webpack inlines constants of up
 * to six letters; a longer one would add webpack's runtime, 0.3 KB, to the inline bootstrap.
 */
export const afterPaintElementId = 'later';

/** The id of the `<template>` with the telemetry script, in pages that send telemetry. */
export const telemetryElementId = 'telemetry';

/** The id of the JSON block with the site's data that a page was composed with. */
export const dataElementId = 'data';

/** The id of the JSON block with the row of data that a page was made from, and the pattern of its address. */
export const rowElementId = 'row';

/** The `<meta>` of a page of a past revision, with the time that the revision went live. Live pages have none. */
export const asOfName = 'as-of';

/** Renders JSON as an element of a page, escaped so that it cannot close that element. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** A script and its hash (SRI). */
export type PinnedScript = Pins['preloads'][number];

/** Milliseconds after which a script of a remote that neither loads nor fails counts as failed. */
export const scriptTimeout = 10_000;

/**
 * Renders an element that loads a script with low priority, and runs it as soon as it has loaded. The script needs a hash,
 * since the page's policy allows it only by that.
 */
export function scriptElement({ src, integrity }: PinnedScript): string {
  return `<script async crossorigin fetchpriority="low" src="${src}" integrity="${integrity}"></script>`;
}
