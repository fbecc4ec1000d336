/**
 * The process of the engine. It may read only the engine (./start-engine-process.ts), as a second barrier in case a guest
 * breaks out of the engine. It compiles the engine once. Each guest has an instance, a memory and a thread of its own
 * (./guest-thread.mjs), so this thread notices the end of its parent even while a guest is busy. The scripts are plain
 * JavaScript because they start faster without a TypeScript loader.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

// By default, this signal makes Node open its inspector.
process.on('SIGUSR1', () => undefined);

/** Guest's number → its thread. */
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
/** The modules of ../guest and the polyfills that they load, both by name. */
const platform = { modules: Object.fromEntries(modules), polyfills };

async function start(guest, task) {
  const thread = new Worker(new URL('guest-thread.mjs', import.meta.url), {
    workerData: { wasmModule: await wasmModule, platform, task },
    env: {},
    // The engine limits its own stack further, so that its limit is reached first.
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
  // `process.exit` would wait for the threads.
  .on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
