/**
 * The thread of one guest: runs a release's code in QuickJS, an engine in WebAssembly. What the guest finds there
 * is the language and ./guest; one function leads out, which takes a text and gives a text.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import release from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { answer } from './outside.mjs';

const { wasmModule, task } = workerData;
const { bundles, limits, instant, ...given } = task;

// The engine asks this thread for the time: the same releases give the same pages at any time.
Date.now = () => instant;

const MiB = 1024 * 1024;
/** Bytes of the engine's own stack, of which it has 5 MiB. */
const stackSize = MiB;
/** In one go; then it is looked whether the guest has ended. */
const jobsAtOnce = 500;

const engine = await newQuickJSWASMModuleFromVariant(newVariant(release, { wasmModule }));
const runtime = engine.newRuntime();
runtime.setMemoryLimit(limits.memory * MiB);
runtime.setMaxStackSize(stackSize);

/** A bundle is a CommonJS text. */
const before = '(function(module,exports,require){';
const wrap = (source) => `${before}${source}\n})`;
/** Takes what stands before a bundle out of the columns of a stack. */
const unwrap = (stack) =>
  stack.replace(
    /(\.cjs:1:)(\d{1,9})/g,
    (_all, place, column) => place + (Number(column) - before.length),
  );

/** What the guest has done, in ten thousands of the engine's steps. */
let work = 0;
let hasEnded = false;
/** Questions that have no answer yet. */
let open = 0;

function end(message) {
  if (hasEnded) return;
  hasEnded = true;
  parentPort.postMessage(JSON.stringify(message));
}

function spend(amount) {
  work += amount;
  if (work > limits.work) end({ kind: 'spent' });
  return hasEnded;
}

runtime.setInterruptHandler(() => spend(1));

/** @param text JSON of what is asked for, and what it is asked with */
function outside(text) {
  const [name, ...values] = JSON.parse(text);
  spend(0.1 + text.length / 10_000);
  if (name !== 'say') return JSON.stringify(answer(name, values));
  const [message] = values;
  if (message.kind === 'failed') end({ ...message, stack: unwrap(String(message.stack)) });
  else if (message.kind === 'done') end(message);
  else if (!hasEnded) parentPort.postMessage(JSON.stringify(message));
  if (message.kind === 'read') open += 1;
  return '{}';
}

const context = runtime.newContext();

function defineForGuest(name, run) {
  context
    .newFunction(name, (value) => run(value ? context.getString(value) : ''))
    .consume((handle) => context.setProp(context.global, name, handle));
}
defineForGuest('outside', (text) => context.newString(outside(text)));
defineForGuest('compile', (name) => context.evalCode(wrap(bundles[name]), name));

/** Calls what a module of the guest's platform exports; what the guest's code throws there ends the guest. */
function call(name, ...values) {
  if (hasEnded) return false;
  const handles = values.map((value) => context.newString(value));
  const result = context
    .getProp(main, name)
    .consume((handle) => context.callFunction(handle, context.undefined, ...handles));
  for (const handle of handles) handle.dispose();
  return take(result) === true;
}

function take(result) {
  if (!result.error) return result.value.consume((handle) => context.dump(handle));
  const thrown = result.error.consume((handle) => context.dump(handle));
  // Where there is no memory left for an error, there is none.
  const { name = 'InternalError', message = 'out of memory' } = Object(thrown);
  end({ kind: 'failed', reason: `${name}: ${message}`, stack: '' });
  return undefined;
}

/** Runs until nothing is left to do, or an answer has to come first. */
function run() {
  while (!hasEnded) {
    while (!hasEnded && runtime.hasPendingJob()) {
      spend(1);
      const result = runtime.executePendingJobs(jobsAtOnce);
      if (result.error) take(result);
      else result.dispose?.();
    }
    spend(0.1);
    if (hasEnded || !call('runNextTimer')) break;
  }
  if (!hasEnded && open === 0) {
    end({ kind: 'failed', reason: 'it waits for something that never comes', stack: '' });
  }
  if (hasEnded) parentPort.close();
}

const platform = new URL('guest/', import.meta.url);
runtime.setModuleLoader((name) => readFileSync(new URL(name, platform), 'utf8'));
const main = context.unwrapResult(
  context.evalCode("export * from './main.mjs'", 'platform', { type: 'module' }),
);
runtime.removeModuleLoader();

parentPort.on('message', ({ id, text }) => {
  open -= 1;
  call('takeAnswer', JSON.stringify({ id, text }));
  run();
});
call('start', JSON.stringify(given));
run();
