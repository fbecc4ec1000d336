// @ts-check
/**
 * Replaces two parts of the federation runtime that no page of the host reaches: its script and link
 * elements, and its preloading. The build fails when an upgrade asks for another name.
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
