// @ts-check
/**
 * Stands in the host's build for two parts of the federation runtime that are never reached here: its
 * script and link elements (entries come through the `loadEntry` hook, with integrity and Trusted Types)
 * and its preloading (compose does that). 1.5 KB (brotli). The names are those of 2.9.2, which is pinned;
 * the build fails when an upgrade changes them.
 */
/** @returns {never} */
function unused() {
  throw new Error('This part of the federation runtime is left out of the build.');
}

export {
  unused as createLink,
  unused as createScript,
  unused as defaultPreloadArgs,
  unused as formatPreloadArgs,
  unused as isStaticResourcesEqual,
  unused as loadScript,
  unused as normalizePreloadExposes,
  unused as preloadAssets,
  unused as safeWrapper,
};
