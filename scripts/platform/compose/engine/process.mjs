/**
 * The process around the engine, which may read nothing but the engine (./run-engine): a second wall, should a guest
 * ever get through the first. The engine is compiled once here; each guest has an instance, a memory and a
 * thread of its own (./guest.mjs). This thread stays free, so that it hears when its parent has gone, whatever a
 * guest is busy with. Plain JavaScript starts faster than with a TypeScript loader.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

// Whoever may signal this process would open its inspector.
process.on('SIGUSR1', () => undefined);

/** Number of the guest → its thread. */
const guests = new Map();
/** JSON in one line: some versions of Node end a line at these as well. */
const lineOf = (value) =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
/** A line, and a page behind it: the line says of how many bytes. */
const say = (guest, message, page = '') =>
  process.stdout.write(`${lineOf({ guest, ...message, bytes: Buffer.byteLength(page) })}\n${page}`);

const wasmModule = WebAssembly.compile(
  readFileSync(new URL(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))),
);

async function start(guest, task) {
  const thread = new Worker(new URL('guest.mjs', import.meta.url), {
    workerData: { wasmModule: await wasmModule, task },
    env: {},
    // The engine's own limit of its stack comes first, whatever V8 has made of the engine by then.
    resourceLimits: { stackSizeMb: 32, maxOldGenerationSizeMb: 2 * task.limits.memory },
  });
  guests.set(guest, thread);
  thread.on('message', ([text, page]) => say(guest, { text }, page));
  thread.on('error', (error) => say(guest, { crash: String(error) }));
  thread.on('exit', () => {
    guests.delete(guest);
    say(guest, { crash: 'its thread ended' });
  });
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { guest, task, answer } = JSON.parse(line);
    if (task) void start(guest, task);
    else if (answer) guests.get(guest)?.postMessage(answer);
    else void guests.get(guest)?.terminate();
  })
  // Not `exit`, which waits for threads.
  .on('close', () => process.kill(process.pid, 'SIGKILL'));
