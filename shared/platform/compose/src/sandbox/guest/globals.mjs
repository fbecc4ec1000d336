import { say } from './host-functions.mjs';
import * as webGlobals from './web.mjs';
import { eventGlobals } from './events.mjs';
import { formGlobals } from './forms.mjs';
import { Intl } from './intl.mjs';
import './locale.mjs';
import { timerGlobals } from './timers.mjs';

/* Globals that a guest finds beside the language. */

function format(value) {
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ''}`;
  try {
    return (Object(value) === value ? JSON.stringify(value) : undefined) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Characters of a console line; the rest is cut. */
const longest = 20_000;

const print = (...values) =>
  say({ kind: 'print', text: values.map(format).join(' ').slice(0, longest) });

const levels = ['debug', 'error', 'info', 'log', 'trace', 'warn'];
const silent = ['assert', 'clear', 'count', 'dir', 'group', 'groupEnd', 'table', 'time', 'timeEnd'];
const console = Object.fromEntries([
  ...levels.map((level) => [level, print]),
  ...silent.map((name) => [name, () => undefined]),
]);

/** Random numbers repeat in each run (Park and Miller), so that the same releases give the same pages. */
let state = 1;
Math.random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;

/** Defined by core-js. */
const { DOMException, URL, URLSearchParams } = globalThis;

const webClasses = {
  ...webGlobals,
  ...eventGlobals,
  ...formGlobals,
  DOMException,
  URL,
  URLSearchParams,
};
// The bundle of this file has names of its own.
for (const [name, value] of Object.entries(webClasses)) {
  Object.defineProperty(value, 'name', { value: name, configurable: true });
}

const added = {
  ...webClasses,
  ...timerGlobals,
  console,
  Intl,
  global: globalThis,
  performance: { now: () => 0, timeOrigin: 0 },
};
for (const [name, value] of Object.entries(added)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
// Garbage collection differs from page to page, and nobody is there to share memory with.
for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) {
  delete globalThis[name];
}
