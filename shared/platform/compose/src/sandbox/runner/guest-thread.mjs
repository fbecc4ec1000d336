/**
 * The thread of one guest. It runs a release's code in QuickJS, an engine in WebAssembly. The guest has only the
 * language, the modules of ../guest, and one function that leads out of the engine: it takes texts and returns a text.
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
/** Scripts that the guest may load, by name. */
const scripts = new Map([...Object.entries(bundles), ...polyfills]);

// The engine asks this thread for the time, also to seed its random numbers. The time stands still, so that the same
// releases give the same pages.
let asksTime = false;
Date.now = () => 0;

/** Bytes of a page of WebAssembly's memory, and the number of pages at the start. */
const pageSize = 65_536;
const firstPages = 256;
/** Bytes of the engine's stack that code may use. */
const stackSize = 1024 * 1024;
/** Characters of a call. Texts for `sha256` have no limit, because Node does not expand them. */
const maxCallLength = 100_000;
/** Characters of JSON in a guest's plan or result. */
const maxOutputLength = 2 ** 25;
/** Characters of an error, and of its stack. */
const maxErrorLength = 20_000;
const tooLong = {
  name: 'RangeError',
  message: `a text of more than ${maxCallLength} characters is too long for Intl and what knows locales`,
};
/** Messages cost work, too: this many characters count as one step. */
const charactersOfStep = 10_000;
/** Jobs that the engine runs before the limits are checked again. */
const jobsAtOnce = 100;

// The engine's own memory limit ignores the size of blocks, so the memory of WebAssembly is limited instead.
const wasmMemory = new WebAssembly.Memory({
  initial: firstPages,
  maximum: (limits.memory * 1024 * 1024) / pageSize,
});
const engine = await newQuickJSWASMModuleFromVariant(
  newVariant(release, { wasmModule, wasmMemory }),
);
const runtime = engine.newRuntime();
runtime.setMaxStackSize(stackSize);

/** Stands in front of each bundle, whose text is a CommonJS module. */
const wrapperStart = '(function(module,exports,require){';
const wrap = (source) => `${wrapperStart}${source}\n})`;
/** Subtracts the length of `wrapperStart` from the columns of a stack. */
const unwrap = (stack) =>
  stack.replace(
    /(\.cjs:1:)(\d{1,9})/g,
    (_all, line, column) => line + (Number(column) - wrapperStart.length),
  );

/** Work of the guest for the current page or module, in ten thousands of the engine's steps. */
let work = 0;
/** Number of pages and modules so far. */
let stepCount = 0;
let hasEnded = false;
/** Number of requests that wait for an answer. */
let openRequests = 0;

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
  if (work > limits.steps) endFailed(endless);
  return hasEnded;
}

/**
 * Matches the reason of a failure that running out of memory may have caused. Without memory for an error,
 * ../guest/failure.mjs says 'cannot be shown'. A job without memory is dropped silently, so the guest waits for ever.
 */
const mayBeOutOfMemory =
  /^InternalError: out of memory|cannot be shown$|^(?:null|undefined)\b|^it waits for/;

function fail(reason, stack) {
  const isFull = wasmMemory.buffer.byteLength > 0.75 * limits.memory * 1024 * 1024;
  const tooMuch = `it used more than ${limits.memory} MiB of memory`;
  endFailed(isFull && mayBeOutOfMemory.test(reason) ? tooMuch : reason, stack);
}

runtime.setInterruptHandler(() => spend(1));

/**
 * Takes a message or call of the guest.
 * @param kind 'ask' for a call of a host function, or the kind of a message
 * @param json the call or message, which the guest's code may have forged
 * @param text the subject of the call, or the page that belongs to the message
 */
function callOut(kind, json, text) {
  spend(0.1 + (json.length + text.length) / charactersOfStep);
  if (kind === 'ask') {
    const isTooLong = json.length > maxCallLength;
    return JSON.stringify(isTooLong ? { error: tooLong } : callHostFunction(json, text));
  }
  if (kind === 'step') {
    work = 0;
    stepCount += 1;
    if (stepCount > limits.pages) endFailed(`it has more than ${limits.pages} pages`);
  }
  const isOutput = kind === 'plan' || kind === 'done';
  if (json.length > (isOutput ? maxOutputLength : maxCallLength)) {
    endFailed('it says or asks too much');
  } else if (kind === 'failed') {
    const { reason, stack } = JSON.parse(json);
    fail(String(reason), String(stack));
  } else if (kind === 'done') end(json);
  else if (!hasEnded) parentPort.postMessage([json, text, asksTime]);
  if (kind === 'read' || kind === 'head') openRequests += 1;
  return '{}';
}

const context = runtime.newContext();
Date.now = () => {
  asksTime = true;
  return instant;
};

function defineForGuest(name, answer) {
  context
    .newFunction(name, (...values) => answer(...values.map((value) => context.getString(value))))
    .consume((handle) => context.setProp(context.global, name, handle));
}
defineForGuest('callOut', (...values) => context.newString(callOut(...values)));
defineForGuest('compile', (name) => context.evalCode(wrap(scripts.get(name)), name));

/** Calls an export of ../guest/main.mjs. An error ends the guest. */
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

/** Runs jobs and timers until none is left, or until the guest waits for an answer. */
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
  if (!hasEnded && openRequests === 0) {
    fail('it waits for something that never comes', '');
  }
  if (hasEnded) parentPort.close();
}

runtime.setModuleLoader((name) => platform.modules[name]);
const main = context.unwrapResult(
  context.evalCode(platform.modules['main.mjs'], 'main.mjs', { type: 'module' }),
);
// The guest bundle of a release is a single file and imports nothing.
runtime.removeModuleLoader();

parentPort.on('message', ({ id, text }) => {
  openRequests -= 1;
  call('takeAnswer', JSON.stringify({ id, text }));
  run();
});
call('start', JSON.stringify(startTask));
run();
