import { plainText } from '@composed/command/terminal';
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
    : `ends like none of the files that every server sends alike (${knownExtensions.join(', ')})`;

/** Says that the host cannot have a page at an address. */
export const formatInvalidAddress = (address: string) =>
  plainText(
    `it has a page at ${address}, where files are, or nobody gets: an address is such as /guides/first-steps`,
  );
