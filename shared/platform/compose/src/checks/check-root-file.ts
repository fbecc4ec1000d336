import { mediaTypes } from '@composed/contracts/media-types';
import { reservedEndings } from '@composed/contracts/url-routing';

/** File extensions that every server sends with the same media type. */
const knownExtensions = Object.keys(mediaTypes).filter(
  (extension) => !reservedEndings.includes(extension),
);

/**
 * Checks whether the site can serve a file at its root.
 * @returns the reason why not, as the end of a sentence about the file; null if it can
 */
export const problemOfRootFile = (name: string): string | null =>
  knownExtensions.includes(name.slice(name.lastIndexOf('.') + 1))
    ? null
    : `has an extension that servers may not know (allowed: ${knownExtensions.join(', ')})`;
