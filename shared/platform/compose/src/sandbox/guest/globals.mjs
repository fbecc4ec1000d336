import { structuredClone } from './clone.mjs';
import { say } from './host-functions.mjs';
import { eventGlobals } from './events.mjs';
import { formGlobals } from './forms.mjs';
import { Intl } from './intl.mjs';
import './locale.mjs';
import { streamGlobals } from './streams.mjs';
import { textGlobals } from './text.mjs';
import { timerGlobals } from './timers.mjs';
import { urlGlobals } from './url.mjs';

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

const added = {
  ...{
    ...timerGlobals,
    ...textGlobals,
    ...urlGlobals,
    ...eventGlobals,
    ...streamGlobals,
    ...formGlobals,
  },
  ...{
    structuredClone,
    console,
    Intl,
    global: globalThis,
    performance: { now: () => 0, timeOrigin: 0 },
  },
};
for (const [name, value] of Object.entries(added)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
// Garbage collection differs from page to page, and nobody is there to share memory with.
for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) {
  delete globalThis[name];
}
