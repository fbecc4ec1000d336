// @ts-check
/** What is imported for its address: pictures, fonts and documents. Builds and unit tests go by it. */
export const assetFile = /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?|ttf|otf|pdf)$/i;
