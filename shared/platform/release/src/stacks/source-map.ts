import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import * as v from 'valibot';

/* Reads source maps, which any team may have written. */

const sourceMap = v.object({
  version: v.literal(3),
  mappings: v.string(),
  names: v.array(v.string()),
  sources: v.array(v.nullable(v.string())),
  sourcesContent: v.optional(v.array(v.nullable(v.string())), []),
});

/** The most structural characters of a map: each can become an object of some hundred bytes. */
const maxStructure = 1_000_000;
const structure = new Set(Buffer.from('[{,;'));

/** @throws Error with one reason if the map cannot be read */
export function readSourceMap(bytes: Uint8Array): TraceMap {
  let count = 0;
  for (const byte of bytes) if (structure.has(byte)) count += 1;
  if (count > maxStructure) throw new Error('its source map takes too much memory');
  return new TraceMap(v.parse(sourceMap, JSON.parse(Buffer.from(bytes).toString('utf8'))));
}

/** Returns a line of a text, counted from 1 and cut at 500 characters. Does not split the text, which may be huge. */
function lineOf(text: string, line: number): string {
  let start = 0;
  for (let n = 1; n < line && start !== -1; n += 1) start = text.indexOf('\n', start) + 1 || -1;
  return start === -1 ? '' : (text.slice(start, start + 500).split('\n')[0] ?? '');
}

/** Returns the package that a source belongs to; null for the team's own sources. */
function libraryOf(source: string): string | null {
  const packages = [...source.matchAll(/(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/g)];
  return packages.at(-1)?.[1] ?? (/(?:^|\/)webpack\//.test(source) ? 'webpack' : null);
}

/** Finds the first line in the team's own sources that imports a package. */
function findImporter({ sources, sourcesContent }: TraceMap, library: string) {
  const names = [`'${library}'`, `'${library}/`, `"${library}"`, `"${library}/`];
  for (const [n, source] of sources.entries()) {
    const text = sourcesContent?.[n] ?? '';
    const indexes = names.map((name) => text.indexOf(name)).filter((index) => index >= 0);
    const importIndex = Math.min(...indexes);
    if (source === null || importIndex === Infinity || libraryOf(source) !== null) continue;
    const line = (text.slice(0, importIndex).match(/\n/g)?.length ?? 0) + 1;
    return { source: source.slice(0, 500), line, code: lineOf(text, line) };
  }
  return null;
}

/**
 * Finds the source of a position in a script, and for a library the line that imports it.
 * @param line counted from 1
 * @param column counted from 0
 * @returns null if the map has no entry for the position
 */
export function readPosition(map: TraceMap, line: number, column: number) {
  const position = originalPositionFor(map, { line, column });
  if (position.source === null) return null;
  const code = lineOf(sourceContentFor(map, position.source) ?? '', position.line);
  const source = position.source.slice(0, 500);
  const name = (position.name ?? '').slice(0, 500);
  const library = libraryOf(position.source);
  const importer = library === null ? null : findImporter(map, library);
  return { line: position.line, column: position.column, source, name, code, library, importer };
}
