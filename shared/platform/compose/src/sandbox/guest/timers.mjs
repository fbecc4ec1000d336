import { fail } from './failure.mjs';

/* Timers without waiting: they run in the order in which they are due, and `now` jumps from one to the next. */

/** Id → the callback, its time, and its interval. */
const timers = new Map();
let lastId = 0;
let now = 0;

function add(run, delay, values, isRepeated) {
  lastId += 1;
  const milliseconds = Math.max(1, Number(delay) || 0);
  timers.set(lastId, { run, values, due: now + milliseconds, every: isRepeated && milliseconds });
  return lastId;
}

/** @returns whether there was a timer */
export function runNextTimer() {
  let next;
  for (const timer of timers) if (!next || timer[1].due < next[1].due) next = timer;
  if (!next) return false;
  const [id, { run, values, due, every }] = next;
  now = due;
  if (every) timers.set(id, { ...next[1], due: due + every });
  else timers.delete(id);
  try {
    run(...values);
  } catch (error) {
    fail(error);
  }
  return true;
}

const clear = (id) => void timers.delete(id);

export const timerGlobals = {
  setTimeout: (run, delay, ...values) => add(run, delay, values, false),
  setInterval: (run, delay, ...values) => add(run, delay, values, true),
  setImmediate: (run, ...values) => add(run, 0, values, false),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
  queueMicrotask: (run) => void Promise.resolve().then(run).catch(fail),
};
