/** The id of the JSON block that pins a page to its releases. */
export const releaseRecordElementId = 'release-record';

/** The id of the `<template>` with the scripts that a page starts after its first paint. */
export const laterScriptsElementId = 'later-scripts';

/** The id of the JSON block with the prices of the composition. */
export const composedPricesElementId = 'composed-prices';
