import { fail } from './failure.mjs';
import { compile, say } from './host-functions.mjs';
import { Intl } from './intl.mjs';
import './locale-methods.mjs';
import { timerGlobals } from './timers.mjs';

/* Defines the globals of a guest that the language itself lacks. */

function format(value) {
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ''}`;
  try {
    return (Object(value) === value ? JSON.stringify(value) : undefined) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** The most characters of a console line. */
const longest = 20_000;

const print = (...values) =>
  say({ kind: 'print', text: values.map(format).join(' ').slice(0, longest) });

const levels = ['debug', 'error', 'info', 'log', 'trace', 'warn'];
const silent = ['assert', 'clear', 'count', 'dir', 'group', 'groupEnd', 'table', 'time', 'timeEnd'];
const console = Object.fromEntries([
  ...levels.map((level) => [level, print]),
  ...silent.map((name) => [name, () => undefined]),
]);

/** Repeats the same random numbers in each run (Park and Miller), so that the same releases give the same pages. */
let state = 1;
Math.random = () => {
  state = (state * 16_807) % 2_147_483_647;
  return state / 2_147_483_647;
};

/** Scripts of ../polyfills → the globals that each defines. */
const polyfills = {
  core: ['DOMException', 'URL', 'URLSearchParams', 'atob', 'btoa', 'structuredClone'],
  events: ['AbortController', 'AbortSignal', 'CustomEvent', 'Event', 'EventTarget'],
  forms: ['Blob', 'File', 'FormData', 'Headers'],
  streams: [
    'ByteLengthQueuingStrategy',
    'CountQueuingStrategy',
    'ReadableStream',
    'TransformStream',
    'WritableStream',
  ],
  texts: ['TextDecoder', 'TextDecoderStream', 'TextEncoder', 'TextEncoderStream'],
};
const guestModules = {
  '../guest/failure.mjs': { fail },
  '../guest/timers.mjs': { timerGlobals },
};

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

function loadPolyfill(script, names) {
  // A polyfill would keep an existing global.
  for (const name of names) delete globalThis[name];
  const module = { exports: {} };
  compile(`polyfills/${script}.cjs`)(module, module.exports, (name) => guestModules[name]);
  for (const name of names) {
    const value = module.exports[name] ?? globalThis[name];
    // Bundling has renamed the class.
    Object.defineProperty(value, 'name', { value: name, configurable: true });
    define(name, value);
  }
}

// Most releases use few polyfills, and the engine would take long to read all of them.
for (const [script, names] of Object.entries(polyfills)) {
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        loadPolyfill(script, names);
        return globalThis[name];
      },
      set(value) {
        define(name, value);
      },
    });
  }
}

const added = {
  ...timerGlobals,
  console,
  Intl,
  global: globalThis,
  performance: { now: () => 0, timeOrigin: 0 },
};
for (const [name, value] of Object.entries(added)) define(name, value);
// Effects of garbage collection would make pages differ, and a guest has no other thread to share memory with.
for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) {
  delete globalThis[name];
}
