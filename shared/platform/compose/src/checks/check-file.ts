import { plainText } from '@composed/command/terminal';
import { mediaTypes } from '@composed/contracts/media-types';
import { reservedEndings } from '@composed/contracts/url-routing';

/** Endings of files that every server sends with the same media type. */
const knownEndings = Object.keys(mediaTypes).filter((ending) => !reservedEndings.includes(ending));

/** @returns why a file cannot stand at the root of the site, in words; null where it can */
export const problemOfRootFile = (name: string): string | null =>
  knownEndings.includes(name.slice(name.lastIndexOf('.') + 1))
    ? null
    : `ends like none of the files that every server sends alike (${knownEndings.join(', ')})`;

/** The reason why the host cannot have a page at an address. */
export const notAPage = (address: string) =>
  plainText(
    `it has a page at ${address}, where files are, or nobody gets: an address is such as /guides/first-steps`,
  );
