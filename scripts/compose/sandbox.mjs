/**
 * The process in which pages are composed. Rendering bundles are other teams' code, so Node's permission
 * model keeps them from files, processes, workers and addons (see ./sandbox-process), and this script takes away
 * the rest before it runs any of them: the network, the environment, the clock and `process` itself. Plain
 * JavaScript, since it starts faster without a TypeScript loader.
 *
 * The parent sends the releases and answers each `read`; this process announces each step before an app's
 * code runs, so that the parent knows which app to name if nothing more is heard.
 */
import { inspect } from 'node:util';
import vm from 'node:vm';

const { channel } = process;
const send = process.send.bind(process);

/** What bundles find beside the language itself. None of it reaches a file, the network or `process`. */
const platform = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['setImmediate', 'clearImmediate', 'queueMicrotask', 'structuredClone'],
  ...['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'DOMException'],
  ...['ReadableStream', 'WritableStream', 'TransformStream', 'ByteLengthQueuingStrategy'],
  ...['TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams', 'Buffer', 'atob', 'btoa'],
];

/** Characters that all releases together may print. */
let printable = 10_000;

function print(...values) {
  if (printable <= 0) return;
  const texts = values.map((value) => (typeof value === 'string' ? value : inspect(value)));
  const text = texts.join(' ').slice(0, printable);
  printable -= text.length + 1;
  send({ kind: 'print', text: printable > 0 ? text : `${text} … (the rest is left out)` });
}

/** A clock that stands still, so that the same releases give the same pages at any time. */
function stoppedDate(instant) {
  class StoppedDate extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [instant] : given));
    }
    static now() {
      return instant;
    }
  }
  return new Proxy(StoppedDate, { apply: () => new StoppedDate().toString() });
}

/** Formats of dates that take the stopped clock where they are given no date. */
function stoppedIntl(instant) {
  class StoppedFormat extends Intl.DateTimeFormat {
    get format() {
      return (date = instant) => super.format(date);
    }
    formatToParts(date = instant) {
      return super.formatToParts(date);
    }
  }
  const DateTimeFormat = new Proxy(StoppedFormat, {
    apply: (_target, _this, given) => new StoppedFormat(...given),
  });
  return Object.create(Intl, { DateTimeFormat: { value: DateTimeFormat } });
}

/** The same numbers each time (Park and Miller), for the same reason. */
function repeatableMath() {
  let state = 1;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  return Object.create(Math, { random: { value: random } });
}

/** Leaves bundles the language and the platform above, and nothing of either to change for one another. */
function closeGlobals(instant) {
  const { subtle } = globalThis.crypto;
  const language = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');
  const kept = new Set([...language, ...platform]);
  for (const name of Reflect.ownKeys(globalThis)) {
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  Object.assign(globalThis, {
    Date: stoppedDate(instant),
    Intl: stoppedIntl(instant),
    Math: repeatableMath(),
    console: new Proxy({}, { get: () => print }),
    // For the hashes of a page's policy.
    crypto: Object.freeze({ subtle }),
    global: globalThis,
    process: Object.freeze({ env: Object.freeze({ NODE_ENV: 'production' }) }),
  });
  // The language is frozen already, by --frozen-intrinsics.
  for (const name of platform) {
    Object.freeze(globalThis[name].prototype ?? {});
    Object.freeze(globalThis[name]);
  }
  for (const name of Reflect.ownKeys(globalThis)) {
    const fixed = { value: globalThis[name], writable: false, configurable: false };
    Object.defineProperty(globalThis, name, fixed);
  }
}

/** Said by this file and not by a release's code, so it needs no name of an error before it. */
class Refused extends Error {}

function fail(error) {
  // What was thrown is the release's own: even its name may be a function that throws.
  let reason = 'it threw something that cannot be shown';
  try {
    const { name, message } = Object(error);
    reason = error instanceof Refused ? message : `${name}: ${message}`;
    if (!(error instanceof Error)) reason = String(error);
  } catch {
    // The reason above stands.
  }
  send({ kind: 'failed', reason });
}

/** Id of a question → what takes its answer. */
const open = new Map();
let asked = 0;

/** Reads a file of a release; its rendering bundle without a name. */
function read(app, file = null) {
  asked += 1;
  send({ kind: 'read', id: asked, app, file });
  channel.ref();
  return new Promise((resolve) => open.set(asked, resolve));
}

function takeAnswer({ id, text }) {
  open.get(id)(text);
  open.delete(id);
  // With nothing more to come, a promise that never settles ends this process instead of hanging.
  if (open.size === 0) channel.unref();
}

/** Evaluates a CommonJS bundle; all that it may require is in `provided`. */
function evaluate(app, source, provided) {
  const module = { exports: {} };
  const run = vm.compileFunction(source, ['module', 'exports', 'require'], {
    filename: `${app}/server.cjs`,
  });
  run(module, module.exports, (name) => {
    if (Object.hasOwn(provided, name)) return provided[name];
    throw new Refused(`it asks for "${name}", which the host does not share`);
  });
  return module.exports;
}

async function compose({ manifests, composerVersion, ...input }) {
  closeGlobals(Date.parse(input.prices?.readOn ?? '') || 0);
  const announce = ({ app, what }) => send({ kind: 'step', app, what });
  announce({ app: 'host', what: 'could not be loaded' });
  const { composer } = evaluate('host', await read('host'), {});
  if (composer?.version !== composerVersion) {
    throw new Refused(
      `its composer has version ${composer?.version ?? 'none'}, and this release tool knows version ${composerVersion}; publish a newer host, or use the release tool of its time`,
    );
  }
  const releases = Object.entries(manifests).map(([app, manifest]) => [
    app,
    {
      manifest,
      readFile: (file) => read(app, file),
      load: async (provided) => evaluate(app, await read(app), provided),
    },
  ]);
  const output = await composer.compose({
    ...input,
    releases: Object.fromEntries(releases),
    announce,
  });
  send({ kind: 'done', output });
}

const exit = process.exit.bind(process);
process.on('message', (message) => {
  if (message.kind === 'answer') takeAnswer(message);
  else compose(message).catch(fail);
});
process.once('disconnect', () => exit());
process.once('uncaughtException', fail);
process.once('beforeExit', () => fail(new Refused('it waits for something that never comes')));
