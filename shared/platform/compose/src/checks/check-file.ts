import { plainText } from '@composed/command/output';
import { SaxesParser } from 'saxes';
import { activeFile } from '@composed/contracts/headers';
import { mediaTypes } from '@composed/contracts/media-types';
import { ownEndings } from '@composed/contracts/url-routing';

/*
 * Files beside the pages are no documents that could run or ask for anything: those that are opened by themselves
 * have a policy from our servers, and none from a bucket, a CDN or a server that knows types of its own.
 */

/** Endings of files that every server sends with the same media type. */
const knownEndings = Object.keys(mediaTypes).filter((ending) => !ownEndings.includes(ending));

const isKnown = (name: string) => knownEndings.includes(name.slice(name.lastIndexOf('.') + 1));

/** @returns why a file cannot stand at the root of the site, in words; null where it can */
export function problemOfRootFile(name: string, bytes: Buffer): string | null {
  if (isKnown(name)) return problemOfFile(name, bytes);
  return `ends like none of the files that every server sends alike (${knownEndings.join(', ')})`;
}

/** The first byte of markup, after what may stand before it in any encoding that begins as ASCII or UTF-16. */
const startsAsMarkup = (bytes: Buffer) =>
  /^[\0\t\n\r \xBB\xBF\xEF\xFE\xFF]*</.test(bytes.toString('latin1'));

const xhtml = 'http://www.w3.org/1999/xhtml';

/** The part that makes XML more than a picture or a list, in words, or null. @throws Error where it is none */
function activePart(text: string): string | null {
  const parts: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    // Browsers would read other characters than these.
    if (encoding.toLowerCase() !== 'utf-8') parts.push(`the encoding ${encoding}`);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) parts.push('entities of its own');
  });
  parser.on('processinginstruction', ({ target }) => parts.push(`<?${target}>`));
  parser.on('opentag', ({ name, local, uri, attributes }) => {
    if (local.toLowerCase() === 'script') parts.push(`<${name}>`);
    if (uri === xhtml) parts.push(`the HTML element <${name}>`);
    for (const each of Object.values(attributes)) {
      if (each.uri === '' && /^on/i.test(each.name)) parts.push(`the event handler ${each.name}`);
      // Browsers leave these out of an address.
      if (
        each.value
          .replace(/[\p{Cc}\s]/gu, '')
          .toLowerCase()
          .includes('javascript:')
      ) {
        parts.push(`a script as an address`);
      }
    }
  });
  parser.write(text).close();
  return parts[0] ?? null;
}

/** Content of a file that a browser would run or show as a form, in words, or null. */
export function problemOfFile(name: string, bytes: Buffer): string | null {
  const isActive = activeFile.test(name) || (!isKnown(name) && startsAsMarkup(bytes));
  if (!isActive) return null;
  try {
    const part = activePart(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return part === null ? null : `holds ${part}, which no file beside the pages may`;
  } catch {
    return 'is markup that cannot be read as XML in UTF-8';
  }
}

/** The reason against a page of the host at an address. */
export const notAPage = (address: string) =>
  plainText(
    `it has a page at ${address}, where files are, or nobody gets: an address is such as /guides/first-steps`,
  );
