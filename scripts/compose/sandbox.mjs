/**
 * The process in which the host composes pages, and one like it for each remote, which renders that remote's
 * modules. Node's permission model keeps their bundles from files, processes, workers and addons
 * (./run-sandbox), and this script takes away the network, the environment, the clock and `process` itself.
 * Plain JavaScript starts faster than with a TypeScript loader.
 *
 * Both talk in lines of JSON over standard input and output. A remote's process has read all that it is given
 * before the remote's code runs, and nobody answers it: whatever that code gets hold of, it can only say what
 * its own markup is.
 */
import { writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import vm from 'node:vm';

const { stdin } = process;
const exit = process.exit.bind(process);

function say(message) {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let written = 0; written < line.length;) written += writeSync(1, line, written);
}

/**
 * What bundles find beside the language itself. None of it reaches a file, the network or `process`. Nothing
 * here may copy or move an object, as `structuredClone` does: that makes any class of Node's own.
 */
const platform = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['setImmediate', 'clearImmediate', 'queueMicrotask'],
  ...['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'DOMException'],
  ...['TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams', 'Buffer', 'atob', 'btoa'],
];

/** React renders into one. For the host's bundle alone. */
const { ReadableStream } = globalThis;

/** Characters that an app may print. */
let printable = 10_000;

function print(...values) {
  if (printable <= 0) return;
  const texts = values.map((value) => (typeof value === 'string' ? value : inspect(value)));
  const text = texts.join(' ').slice(0, printable);
  printable -= text.length + 1;
  say({ kind: 'print', text: printable > 0 ? text : `${text} … (the rest is left out)` });
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

/** Leaves bundles the language and the platform above, and nothing of either to change. */
function closeGlobals(instant) {
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
  let stack = '';
  try {
    const { name, message } = Object(error);
    reason = error instanceof Refused ? message : `${name}: ${message}`;
    if (!(error instanceof Error)) reason = String(error);
    stack = String(error.stack).slice(0, 10_000);
  } catch {
    // What could be read stands.
  }
  say({ kind: 'failed', reason, stack });
}

/** Id of a question → what takes its answer. */
const open = new Map();
let asked = 0;

function read(app, file) {
  asked += 1;
  say({ kind: 'read', id: asked, app, file });
  stdin.ref();
  return new Promise((resolve) => open.set(asked, resolve));
}

function takeAnswer({ id, text }) {
  open.get(id)(text);
  open.delete(id);
  // With nothing more to come, a promise that never settles ends this process instead of hanging.
  if (open.size === 0) stdin.unref();
}

/** Evaluates a CommonJS bundle; all that it may require is in `provided`. */
function evaluate(app, source, provided, own = {}) {
  const module = { exports: {} };
  const names = ['module', 'exports', 'require', ...Object.keys(own)];
  const run = vm.compileFunction(source, names, { filename: `${app}/server.cjs` });
  const require = (name) => {
    if (Object.hasOwn(provided, name)) return provided[name];
    throw new Refused(`it asks for "${name}", which the host does not share`);
  };
  run(module, module.exports, require, ...Object.values(own));
  return module.exports;
}

const announce = (what) => say({ kind: 'step', what });

function loadFromHost(name, source, composerVersion) {
  announce('could not be loaded');
  const part = evaluate('host', source, {}, { ReadableStream })[name];
  if (part?.version === composerVersion) return part;
  throw new Refused(
    `its ${name} has version ${part?.version ?? 'none'}, and this release tool knows version ${composerVersion}; publish a newer host, or use the release tool of its time`,
  );
}

async function composePages(task) {
  stdin.unref();
  const composer = loadFromHost('composer', task.host, task.composerVersion);
  const releases = Object.entries(task.manifests).map(([app, manifest]) => [
    app,
    { manifest, readFile: (file) => read(app, file) },
  ]);
  const hash = (text) => createHash('sha256').update(String(text)).digest('base64');
  const input = { ...task.site, releases: Object.fromEntries(releases), hash, announce };
  const plan = await composer.plan(input);
  if ('modules' in plan) say({ kind: 'plan', modules: plan.modules });
  const output = 'modules' in plan ? await composer.compose(input) : plan;
  say({ kind: 'done', output });
}

async function renderModules({ app, server, modules, ...task }) {
  const renderer = loadFromHost('renderer', task.renderer, task.composerVersion);
  announce('could not be loaded');
  const bundle = evaluate(app, server, renderer.provided);
  const markups = {};
  for (const module of modules) {
    announce(`could not render ${module.expose}`);
    markups[module.id] = await renderer.renderModule(bundle, module);
  }
  say({ kind: 'done', output: markups });
}

process.once('uncaughtException', fail);
process.once('beforeExit', () => fail(new Refused('it waits for something that never comes')));

let task = null;
let unread = '';
stdin.setEncoding('utf8');
stdin.on('data', (text) => {
  const lines = (unread + String(text)).split('\n');
  unread = lines.pop();
  for (const line of lines.map((each) => JSON.parse(each))) {
    if (task) takeAnswer(line);
    else {
      task = line;
      if (task.kind === 'compose') start(composePages);
    }
  }
});
stdin.once('end', () => {
  // The parent of the host's process has gone; a remote's has said all.
  if (task?.kind !== 'render') exit();
  start(renderModules);
});

function start(work) {
  // For a parent that was killed.
  setTimeout(exit, task.time).unref();
  closeGlobals(task.instant);
  work(task).catch(fail);
}
