// @ts-check
import { parentPort } from 'node:worker_threads';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import * as v from 'valibot';

/* Reads source maps, which anybody may have written, apart from whoever asks: see ./map-reader.ts. */

const sourceMap = v.object({
  version: v.literal(3),
  mappings: v.string(),
  names: v.array(v.string()),
  sources: v.array(v.nullable(v.string())),
  sourcesContent: v.optional(v.array(v.nullable(v.string())), []),
});

/**
 * The maps that were read last, by key: a stack asks for few, again and again.
 * @type {Map<string, TraceMap>}
 */
const known = new Map();
/** Bytes of those, and how many they may be beside another. */
let size = 0;
const most = 8 * 1024 * 1024;

/**
 * @param {string} key
 * @param {Uint8Array} bytes
 */
function readMap(key, bytes) {
  size += bytes.byteLength;
  if (size > most) {
    known.clear();
    size = bytes.byteLength;
  }
  const map = new TraceMap(v.parse(sourceMap, JSON.parse(Buffer.from(bytes).toString('utf8'))));
  known.set(key, map);
  return map;
}

/** @param {import('./map-reader').Question} question */
function answerTo({ key, bytes, line, column }) {
  const map = known.get(key) ?? (bytes && readMap(key, bytes));
  if (!map) return { isUnknown: true };
  const found = originalPositionFor(map, { line, column });
  if (found.source === null) return { place: null };
  const content = sourceContentFor(map, found.source) ?? '';
  // Nobody reads more of a line.
  const code = (content.split('\n')[found.line - 1] ?? '').slice(0, 500);
  const { source, name } = found;
  const texts = { source: source.slice(0, 500), name: (name ?? '').slice(0, 500), code };
  return { place: { ...texts, line: found.line, column: found.column } };
}

parentPort?.on('message', (/** @type {import('./map-reader').Question} */ question) => {
  try {
    parentPort?.postMessage(answerTo(question));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ problem });
  }
});
