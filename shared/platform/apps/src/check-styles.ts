import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { StyleSyntaxError } from './read-styles';
import { ReachProblem, sharedNames } from './style-reach';

/*
 * Checks that a remote’s style sheets reach its own elements alone, since they stand in pages that others own. It
 * does not matter who built them: shared/platform/release/src/format/FORMAT.md, “What is refused”.
 */

/** Bytes. A budget is a hundredth of it. */
const maxBytes = 1024 * 1024;

/** The place of a character for people: in the source, if there is a map of it. */
function placeOf(text: string, offset: number, map: Buffer | undefined): string {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\f]/);
  const [line, column] = [lines.length, lines.at(-1)?.length ?? 0];
  try {
    const position = originalPositionFor(new TraceMap(String(map)), { line, column });
    if (position.source !== null)
      return `${position.source}, line ${position.line}, column ${position.column + 1}`;
  } catch {
    // The map is missing, or cannot be read.
  }
  return `line ${line}, column ${column + 1}`;
}

function problemOfStyleSheet(
  app: string,
  file: string,
  bytes: Buffer,
  map?: Buffer,
): string | null {
  const about = `The style sheet ${file} of ${app}`;
  if (bytes.length > maxBytes) return `${about} has more than ${maxBytes} bytes.`;
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // The style sheet is written into documents, too.
    if (/<\/style|<!--|\0/i.test(text)) return `${about} holds the end of an element of styles.`;
    sharedNames(app, text);
    return null;
  } catch (error) {
    const place =
      'offset' in Object(error)
        ? placeOf(text, Number(Reflect.get(Object(error), 'offset')), map)
        : '';
    if (error instanceof ReachProblem) {
      const what = error.what.length > 80 ? `${error.what.slice(0, 79)}…` : error.what;
      return `${about} says "${what}" (${place}), which reaches further than its own elements: ${error.instead}.`;
    }
    if (error instanceof StyleSyntaxError)
      return `${about} cannot be read: ${error.message} (${place}).`;
    return `${about} cannot be read: it is no text in UTF-8.`;
  }
}

/**
 * Rules of a remote's style sheets that reach what is not its own, with their places and advice; a host's page is its own.
 * @param files of the release, for browsers; with its maps
 * @param named as style sheets by its manifest
 * @returns a sentence, or null where nothing does
 */
export function problemOfStyles(
  app: string,
  files: ReadonlyMap<string, Buffer>,
  {
    maps,
    named = [],
  }: { readonly maps?: ReadonlyMap<string, Buffer>; readonly named?: Iterable<string> } = {},
): string | null {
  if (app === 'host') return null;
  for (const file of named) {
    if (!file.endsWith('.css'))
      return `${app} names ${file} as a style sheet, which no browser takes for one: let its name end in .css.`;
  }
  for (const [file, bytes] of files) {
    const map = maps?.get(`${file}.map`);
    const problem = /\.css$/i.test(file) ? problemOfStyleSheet(app, file, bytes, map) : null;
    if (problem !== null) return problem;
  }
  return null;
}
