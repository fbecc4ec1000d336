/**
 * The process around the engine, which may read nothing but the engine (./run-engine.ts): a second wall, should a guest
 * ever get through the first. The engine is compiled once here; each guest has an instance, a memory and a
 * thread of its own (./guest-thread.mjs). This thread stays free, so that it hears of its parent’s end while a guest is busy.
 * Plain JavaScript starts faster than with a TypeScript loader.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

// By default Node opens its inspector at this signal.
process.on('SIGUSR1', () => undefined);

/** Number of the guest → its thread. */
const guests = new Map();
const wasmModule = WebAssembly.compile(
  readFileSync(new URL(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))),
);

const folder = new URL('../guest/', import.meta.url);
const modules = readdirSync(folder).map((name) => [
  name,
  readFileSync(new URL(name, folder), 'utf8'),
]);
const polyfills = JSON.parse(readFileSync(new URL('../polyfills.json', import.meta.url), 'utf8'));
/** The modules of ../guest by their names, and the polyfills that they load. */
const platform = { modules: Object.fromEntries(modules), polyfills };

async function start(guest, task) {
  const thread = new Worker(new URL('guest-thread.mjs', import.meta.url), {
    workerData: { wasmModule: await wasmModule, platform, task },
    env: {},
    // The engine's own limit of its stack is lower, in code that V8 has optimised or not.
    resourceLimits: { stackSizeMb: 32, maxOldGenerationSizeMb: 2 * task.limits.memory },
  });
  guests.set(guest, thread);
  thread.on('message', ([text, page, asksTime]) => process.send({ guest, text, page, asksTime }));
  thread.on('error', (error) => process.send({ guest, crash: String(error) }));
  thread.on('exit', () => {
    guests.delete(guest);
    process.send({ guest, crash: 'its thread ended' });
  });
}

process
  .on('message', ({ guest, task, answer }) => {
    if (task) void start(guest, task);
    else if (answer) guests.get(guest)?.postMessage(answer);
    else void guests.get(guest)?.terminate();
  })
  // A signal: `process.exit` would wait for threads.
  .on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
