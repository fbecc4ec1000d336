// @ts-check
/** Files that are imported for their addresses: pictures, fonts and documents. Builds and unit tests read this list. */
export const assetFile = /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?|ttf|otf|pdf)$/i;
