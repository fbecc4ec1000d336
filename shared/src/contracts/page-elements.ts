/** The id of the JSON block that pins a page to its releases. */
export const releaseRecordElementId = 'release-record';

/** The id of the `<template>` with what a page asks for after its first paint. */
export const afterPaintElementId = 'after-paint';

/** The id of the JSON block with the prices of the composition. */
export const pricesElementId = 'prices';
