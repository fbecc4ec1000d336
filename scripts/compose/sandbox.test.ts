import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from './compose';
import { CompositionRefused, type CompositionInput } from './composition';
import {
  aHost,
  aPricing,
  aCompositionInput,
  hostServer,
  pricingServer,
  slotOf,
} from '../testing/release/composable-releases';

/* What a release may not do while pages are composed, each with the sentence that the team reads. */

const limits = { time: 10_000, memory: 32 };

test('a module that throws in render tells its place in the bundle', async () => {
  const pricing = aPricing({ server: pricingServer('throw new Error("no stall today")') });
  const stack: unknown = expect.stringMatching(/pricing\/server\.cjs:1:\d+/);
  await expect(compose(aCompositionInput({ pricing }))).rejects.toMatchObject({
    violations: [{ app: 'pricing', stack }],
  });
});

/** The refusals of a composition, each as the sentence that is printed. */
async function refusal(input: CompositionInput, given = limits): Promise<string> {
  try {
    const { pages } = await compose(input, { limits: given, print: () => undefined });
    return `composed ${slotOf(pages.get('index.html'))}`;
  } catch (error) {
    if (error instanceof CompositionRefused) return error.message;
    throw error;
  }
}

const refusalOf = (server: string) => refusal(aCompositionInput({ pricing: aPricing({ server }) }));
const named = (sentence: string) => `pricing 0123456789ab: ${sentence}`;

const notShared = (name: string) => `it asks for "${name}", which the host does not share`;

test.each([
  ['throws', 'throw new TypeError("no awning")', 'TypeError: no awning'],
  ['is no script', 'const = 1', expect.stringContaining('SyntaxError: ')],
  ['asks for a strange package', 'require("left-pad")', notShared('left-pad')],
  ['asks for the disk', 'require("node:fs")', notShared('node:fs')],
])('a remote that %s as it is loaded is refused', async (_what, server, sentence) => {
  const message = await refusalOf(server);
  const start = named('could not be loaded: ');
  expect([message.startsWith(start), message.slice(start.length)]).toEqual([true, sentence]);
});

const tooMuch = 'it used more than 32 MiB of memory';

test.each([
  ['throws', 'throw new Error("no stall today")', 'Error: no stall today'],
  ['throws something that is no error', 'throw "a fit"', 'a fit'],
  [
    'throws something that throws when it is looked at',
    'throw new Proxy({}, { getPrototypeOf() { throw 1 }, get() { throw 1 } })',
    'it threw something that cannot be shown',
  ],
  [
    'throws after a while',
    'setTimeout(() => { throw new Error("late") }); return new Promise(() => undefined)',
    'Error: late',
  ],
  ['recurses', 'const f = () => f() + 1; return f()', expect.stringContaining('RangeError: ')],
  [
    'never settles',
    'return new Promise(() => undefined)',
    'it waits for something that never comes',
  ],
  ['fills the heap', 'const all = []; for (;;) all.push(Array(1000).fill(all.length))', tooMuch],
  ['fills buffers', 'const all = []; for (;;) all.push(Buffer.alloc(4e6, 1))', tooMuch],
])('a remote that %s as it is rendered is refused', async (_what, body, sentence) => {
  const message = await refusalOf(pricingServer(body));
  const start = named('could not render ./PricingSection: ');
  expect([message.startsWith(start), message.slice(start.length)]).toEqual([true, sentence]);
});

test.each([
  ['loops for ever', 'for (;;);'],
  [
    'keeps itself busy for ever',
    'setInterval(() => undefined); return new Promise(() => undefined)',
  ],
  ['prints for ever', 'for (;;) console.error("x".repeat(1000))'],
])('a remote that %s is refused in time', async (_what, code) => {
  const pricing = aPricing({ server: pricingServer(code) });
  expect(await refusal(aCompositionInput({ pricing }), { ...limits, time: 3000 })).toBe(
    named('could not render ./PricingSection: no answer within 3 s'),
  );
});

/** Ways to what belongs to the machine, or to the other releases. */
const hostile = {
  'ends the process': 'process.exit(0)',
  'ends another process': 'process.kill(1, 0)',
  'takes a binding': 'process.binding("fs")',
  'takes an internal binding': 'process._linkedBinding("fs")',
  'loads an addon': 'process.dlopen({ exports: {} }, "/tmp/addon.node")',
  'writes a report': 'process.report.writeReport("/tmp/report.json")',
  'takes the file system': 'process.getBuiltinModule("fs").readdirSync("/")',
  'takes the network': 'process.getBuiltinModule("net").connect(80)',
  'takes processes': 'process.getBuiltinModule("child_process").execSync("id")',
  'takes workers': 'process.getBuiltinModule("worker_threads")',
  'forges a message': 'process.send({ kind: "done", output: { pages: {} } })',
  'copies an object': 'structuredClone({})',
  'opens a stream': 'new ReadableStream()',
  'makes a function of the realm': '(() => {}).constructor("return process.exit(0)")()',
  'uses the console’s streams': 'console._stdout.write("mine")',
  'opens a connection': 'new WebSocket("ws://localhost")',
  'opens a channel': 'new BroadcastChannel("b")',
  'asks for the keys of the machine': 'crypto.getRandomValues(new Uint8Array(1))',
  'changes what texts can do': 'String.prototype.replaceAll = () => "mine"',
  'changes what all objects have': 'Object.prototype.integrity = "mine"',
  'changes what promises do': 'Promise.prototype.then = () => "mine"',
  'changes what encoders do': 'TextEncoder.prototype.encode = () => "mine"',
  'changes hashing': 'crypto.subtle = { digest: () => "mine" }',
  'changes what Buffers do': 'Buffer.from = () => "mine"',
  'takes the place of a global': 'globalThis.JSON = { stringify: () => "mine" }',
};

test('a remote is kept from all of that', async () => {
  const attempts = Object.entries(hostile).map(
    ([what, code]) => `${JSON.stringify(what)}: () => { ${code} }`,
  );
  const server = `'use strict'; ${pricingServer(`
    const outcomes = Object.entries({ ${attempts.join(', ')} }).map(([what, attempt]) => {
      try {
        attempt();
        return [what, 'done'];
      } catch (error) {
        return [what, error.name];
      }
    });
    return JSON.stringify(Object.fromEntries(outcomes));`)}`;
  const outcomes: unknown = JSON.parse((await refusalOf(server)).replace('composed ', ''));
  const refusedAs: unknown = expect.stringMatching(/^(?:TypeError|ReferenceError)$/);
  expect(outcomes).toEqual(
    Object.fromEntries(Object.keys(hostile).map((what) => [what, refusedAs])),
  );
});

test('a remote that imports a module while it runs is refused', async () => {
  const server = pricingServer('return import("node:fs").then((fs) => fs.readdirSync("/").join())');
  expect(await refusalOf(server)).toContain('could not render ./PricingSection: TypeError: ');
  const hidden = pricingServer(
    'return Function(`return import("node:fs")`)().then((fs) => fs.readdirSync("/").join())',
  );
  expect(await refusalOf(hidden)).toMatch(
    /could not render .\/PricingSection: (?:TypeError|Error): /,
  );
});

test('the stack of an error leads to no function of the sandbox', async () => {
  const server = pricingServer(`
    try { Error.prepareStackTrace = (_error, sites) => sites } catch {}
    return typeof new Error('look').stack`);
  expect(await refusalOf(server)).toContain('composed string');
});

test('a remote finds an empty environment, no network and nothing of Node’s own', async () => {
  const server = pricingServer(
    'return JSON.stringify([process.env, typeof fetch, typeof WebSocket, typeof EventSource, typeof require, typeof module, Object.keys(process)])',
  );
  expect(await refusalOf(server)).toContain(
    'composed [{"NODE_ENV":"production"},"undefined","undefined","undefined","function","object",["env"]]',
  );
});

test('a host’s own code is kept from the machine in the same way', async () => {
  const server = hostServer('process.getBuiltinModule("fs");');
  expect(await refusal(aCompositionInput({ host: aHost({ server }) }))).toMatch(
    /^host 0123456789ab: could not be loaded: TypeError: /,
  );
});

test('what a process says as it runs out of memory stays away from the terminal', async () => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const server = pricingServer('const all = []; for (;;) all.push({ all, n: String(all.length) })');
  await expect(
    compose(aCompositionInput({ pricing: aPricing({ server }) }), { limits }),
  ).rejects.toThrow('it used more than 32 MiB of memory');
  expect(written).not.toHaveBeenCalled();
});

test('a date that is formatted without being given is that of the prices', async () => {
  const server = pricingServer(`
    const parts = new Intl.DateTimeFormat('en').formatToParts().map(({ value }) => value).join('');
    return [Intl.DateTimeFormat('en').format(), parts, Intl.NumberFormat('en').format(1e6)].join(' ')`);
  expect(await refusalOf(server)).toContain('composed 3/1/2026 3/1/2026 1,000,000');
});

test('a loop ends with its processor time where the tool was killed before it could end it', async () => {
  // It is killed with the first line that the loop prints, before any other code of its own can run.
  const program = `
    import { execFileSync } from 'node:child_process';
    import { compose } from './scripts/compose/compose';
    import { aPricing, aCompositionInput, pricingServer } from './scripts/testing/release/composable-releases';
    const server = pricingServer('console.log("looping"); for (;;);');
    const print = () => {
      execFileSync('pgrep', ['-P', String(process.pid), '-f', 'sandbox.mjs'], { stdio: 'inherit' });
      process.kill(process.pid, 'SIGKILL');
    };
    const limits = { time: 2000, memory: 32 };
    await compose(aCompositionInput({ pricing: aPricing({ server }) }), { limits, print });`;
  const tool = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(tool, 'close');
  const sandboxes = (await text(tool.stdout)).trim().split('\n').map(Number);
  expect(await closed).toEqual([null, 'SIGKILL']);
  const isRunning = () =>
    sandboxes.some((sandbox) => {
      try {
        return process.kill(sandbox, 0);
      } catch {
        return false;
      }
    });
  expect(isRunning()).toBe(true);
  while (isRunning()) await sleep(50);
});
