import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { hasCode } from '../../store/folder-files';

/** What the thread is asked: a line, from 1, and a column, from 0, of a script. */
export interface Question {
  /** Names the map. */
  readonly key: string;
  /** The map, where the thread said that it does not know it. */
  readonly bytes?: Uint8Array;
  readonly line: number;
  readonly column: number;
}

const place = v.object({
  source: v.string(),
  name: v.string(),
  code: v.string(),
  line: v.number(),
  column: v.number(),
});
const answer = v.object({
  isUnknown: v.optional(v.boolean(), false),
  problem: v.optional(v.string()),
  place: v.optional(v.nullable(place), null),
});

/** Megabytes that the maps of a thread may take: many times what those of a real site do. */
const memory = 128;
/** Milliseconds until a thread that does not answer is ended. */
const deadline = 60_000;

let thread: Worker | null = null;

/** The thread, started at first use; nobody waits for it at the end. */
function openThread(): Worker {
  if (thread) return thread;
  const program = realpathSync(fileURLToPath(new URL('map-worker.mjs', import.meta.url)));
  const resourceLimits = { maxOldGenerationSizeMb: memory };
  const opened = new Worker(program, { resourceLimits, env: {}, execArgv: [] });
  opened.on('error', () => undefined);
  opened.once('exit', () => {
    if (thread === opened) thread = null;
  });
  opened.unref();
  return (thread = opened);
}

/** @throws Error with why there is no answer */
async function ask(question: Question) {
  const worker = openThread();
  const signal = AbortSignal.timeout(deadline);
  // Whoever asks waits for it, and nobody else.
  worker.ref();
  try {
    worker.postMessage(question);
    const message: unknown = await once(worker, 'message', { signal });
    return v.parse(v.tuple([answer]), message)[0];
  } catch (error) {
    if (signal.aborted) {
      await worker.terminate();
      throw new Error('its source map takes too long to be read', { cause: error });
    }
    if (!hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) throw error;
    throw new Error('its source map takes too much memory', { cause: error });
  } finally {
    worker.unref();
  }
}

/** One question after the other: an answer belongs to the last, and so does the thread's end. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Where a place of a script comes from, by its source map. The map is read in a thread with a limit of its own, so
 * that neither its size nor what it says holds up whoever asks.
 * @param key names the map, for good
 * @param load reads the map
 * @param line from 1
 * @param column from 0
 * @returns null where the map says nothing of the place
 * @throws Error with one reason where the map cannot be read
 */
export async function readPlace(
  key: string,
  load: () => Promise<Uint8Array>,
  line: number,
  column: number,
) {
  const question = { key, line, column };
  const asking = last.then(async () => {
    const first = await ask(question);
    const { problem, place } = first.isUnknown
      ? await ask({ ...question, bytes: await load() })
      : first;
    if (problem !== undefined) throw new Error(problem);
    return place;
  });
  last = asking.catch(() => undefined);
  return asking;
}
