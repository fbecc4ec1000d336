// @ts-check
/** Files whose import is their URL: images, fonts and documents. Builds and unit tests both use this list. */
export const assetFile = /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?|ttf|otf|pdf)$/i;
