/**
 * The thread of one guest: runs a release's code in QuickJS, an engine in WebAssembly. All that the guest has is the
 * language, the modules of ../guest, and one function that leads out, which takes texts and gives a text.
 */
import { parentPort, workerData } from 'node:worker_threads';
import release from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { callHostFunction } from './host-functions.mjs';

const { wasmModule, platform, task } = workerData;
const { bundles, limits, instant, ...startTask } = task;
const polyfills = Object.entries(platform.polyfills).map(([name, text]) => [
  `polyfills/${name}`,
  text,
]);
/** Scripts that the guest may load, by their names. */
const scripts = new Map([...Object.entries(bundles), ...polyfills]);

// The engine asks this thread for the time, which stands still so that the same releases give the same pages. The
// engine also seeds its random numbers with it.
let asksTime = false;
Date.now = () => 0;

/** Bytes of a page of WebAssembly's memory, and pages that the engine begins with. */
const pageSize = 65_536;
const firstPages = 256;
/** Bytes of the engine's stack that code may use. */
const stackSize = 1024 * 1024;
/** The longest question, apart from texts that Node keeps at their size. Nothing limits what Node makes of others. */
const maxQuestionLength = 100_000;
/** Characters of JSON that a guest tells of its plan or result. */
const maxOutputLength = 2 ** 25;
/** Characters of an error, and of its stack. */
const maxErrorLength = 20_000;
const tooLong = {
  name: 'RangeError',
  message: `a text of more than ${maxQuestionLength} characters is too long for Intl and what knows locales`,
};
/** Characters from or to the guest that count as one step. */
const charactersOfStep = 10_000;
/** Jobs of the engine that run before the guest is asked whether it has ended. */
const jobsAtOnce = 100;

// The engine's own memory limit counts blocks and not their size, so memory is limited here.
const wasmMemory = new WebAssembly.Memory({
  initial: firstPages,
  maximum: (limits.memory * 1024 * 1024) / pageSize,
});
const engine = await newQuickJSWASMModuleFromVariant(
  newVariant(release, { wasmModule, wasmMemory }),
);
const runtime = engine.newRuntime();
runtime.setMaxStackSize(stackSize);

/** A bundle is a CommonJS text. */
const before = '(function(module,exports,require){';
const wrap = (source) => `${before}${source}\n})`;
/** Columns of a stack without the wrapper that stands before a bundle. */
const unwrap = (stack) =>
  stack.replace(
    /(\.cjs:1:)(\d{1,9})/g,
    (_all, line, column) => line + (Number(column) - before.length),
  );

/** Work of the guest for the page or module at hand, in ten thousands of the engine's steps. */
let work = 0;
/** Pages and modules that it has begun. */
let begun = 0;
let hasEnded = false;
/** Questions that have no answer yet. */
let open = 0;

/** @param text JSON that the release tool parses */
function end(text) {
  if (hasEnded) return;
  hasEnded = true;
  parentPort.postMessage([text, '', asksTime]);
}
const endFailed = (reason, stack = '') =>
  end(
    JSON.stringify({
      kind: 'failed',
      reason: reason.slice(0, maxErrorLength),
      stack: unwrap(stack.slice(0, maxErrorLength)),
    }),
  );

const endless =
  'it does more than any page needs, as a loop does that never ends: more steps of the engine than are allowed';

function spend(amount) {
  work += amount;
  if (work > limits.work) endFailed(endless);
  return hasEnded;
}

/**
 * The message of a guest that has run out of memory, even for an error: ../guest/failure.mjs says 'cannot be shown' then,
 * and a job without memory is dropped silently, which leaves nothing to wait for.
 */
const withoutError =
  /^InternalError: out of memory|cannot be shown$|^(?:null|undefined)\b|^it waits for/;

function fail(reason, stack) {
  const isFull = wasmMemory.buffer.byteLength > 0.75 * limits.memory * 1024 * 1024;
  const tooMuch = `it used more than ${limits.memory} MiB of memory`;
  endFailed(isFull && withoutError.test(reason) ? tooMuch : reason, stack);
}

runtime.setInterruptHandler(() => spend(1));

/**
 * @param kind 'ask' for a question, or the kind of a message
 * @param json the question or the message; the guest's code may have changed it
 * @param text the subject of the question, or the page that belongs to the message
 */
function outside(kind, json, text) {
  spend(0.1 + (json.length + text.length) / charactersOfStep);
  if (kind === 'ask') {
    const isTooLong = json.length > maxQuestionLength;
    return JSON.stringify(isTooLong ? { error: tooLong } : callHostFunction(json, text));
  }
  if (kind === 'step') {
    work = 0;
    begun += 1;
    if (begun > limits.pages) endFailed(`it has more than ${limits.pages} pages`);
  }
  const isOutput = kind === 'plan' || kind === 'done';
  if (json.length > (isOutput ? maxOutputLength : maxQuestionLength)) {
    endFailed('it says or asks too much');
  } else if (kind === 'failed') {
    const { reason, stack } = JSON.parse(json);
    fail(String(reason), String(stack));
  } else if (kind === 'done') end(json);
  else if (!hasEnded) parentPort.postMessage([json, text, asksTime]);
  if (kind === 'read' || kind === 'head') open += 1;
  return '{}';
}

const context = runtime.newContext();
Date.now = () => {
  asksTime = true;
  return instant;
};

function defineForGuest(name, run) {
  context
    .newFunction(name, (...values) => run(...values.map((value) => context.getString(value))))
    .consume((handle) => context.setProp(context.global, name, handle));
}
defineForGuest('outside', (...values) => context.newString(outside(...values)));
defineForGuest('compile', (name) => context.evalCode(wrap(scripts.get(name)), name));

/** Calls an export of the guest's platform. An error of the guest's code ends the guest. */
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
  fail(`${thrown?.name}: ${thrown?.message}`, '');
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
    fail('it waits for something that never comes', '');
  }
  if (hasEnded) parentPort.close();
}

runtime.setModuleLoader((name) => platform.modules[name]);
const main = context.unwrapResult(
  context.evalCode(platform.modules['main.mjs'], 'main.mjs', { type: 'module' }),
);
// A release’s server bundle is one file, and imports nothing.
runtime.removeModuleLoader();

parentPort.on('message', ({ id, text }) => {
  open -= 1;
  call('takeAnswer', JSON.stringify({ id, text }));
  run();
});
call('start', JSON.stringify(startTask));
run();
