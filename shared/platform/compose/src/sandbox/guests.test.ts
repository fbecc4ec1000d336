import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { until } from '@composed/testing/server/until';
import { ordinaryLimits, startEngine } from '../sandbox/runner/run-engine';
import {
  aHost,
  aPricing,
  aDeploymentInput,
  composeOnce,
  hostServer,
  pricingServer,
  refusal,
} from '@composed/testing/release/composable-releases';

/* Guests that do what a release may not do while pages are composed, each with the sentence that its team reads. */

const limits = { ...ordinaryLimits, steps: 50, memory: 32 };

test('an error in render has its position in the bundle', async () => {
  const pricing = aPricing({ server: pricingServer('throw new Error("no stall today")') });
  const stack: unknown = expect.stringMatching(/pricing\/server\.cjs:1:\d+/);
  await expect(composeOnce(aDeploymentInput({ pricing }))).rejects.toMatchObject({
    violations: [{ app: 'pricing', stack }],
  });
});

const refusalOf = (server: string) =>
  refusal(aDeploymentInput({ pricing: aPricing({ server }) }), { limits });
const sentenceOfPricing = (sentence: string) => `pricing 0123456789ab: ${sentence}`;

const notShared = (name: string) => `it asks for "${name}", which the host does not share`;

test.each([
  ['throws', 'throw new TypeError("no awning")', 'TypeError: no awning'],
  ['is no script', 'const = 1', expect.stringContaining('SyntaxError: ')],
  ['asks for a strange package', 'require("left-pad")', notShared('left-pad')],
  ['asks for the disk', 'require("node:fs")', notShared('node:fs')],
  ['is of several files', 'require("./415.cjs")', expect.stringContaining('maxChunks: 1')],
])('a remote that %s while loading is refused', async (_what, server, sentence) => {
  const message = await refusalOf(server);
  const start = sentenceOfPricing('could not be loaded: ');
  expect([message.startsWith(start), message.slice(start.length)]).toEqual([true, sentence]);
});

const tooMuch = 'it used more than 32 MiB of memory';
const endless =
  'it does more than any page needs, as a loop does that never ends: more steps of the engine than are allowed';

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
  ['recurses', 'const f = () => f() + 1; return f()', expect.stringContaining('stack overflow')],
  [
    'never settles',
    'return new Promise(() => undefined)',
    'it waits for something that never comes',
  ],
  ['fills the heap', 'const all = []; for (;;) all.push(Array(1000).fill(all.length))', tooMuch],
  ['fills buffers', 'const all = []; for (;;) all.push(new Uint8Array(4e6).fill(1))', tooMuch],
  ['fills a text', 'let text = "x"; for (;;) text += text', 'InternalError: string too long'],
  ['loops for ever', 'for (;;);', endless],
  ['loops and catches', 'for (;;) try { for (;;); } catch {}', endless],
  ['keeps itself busy for ever', 'setInterval(() => 1); return new Promise(() => 1)', endless],
  [
    'promises for ever',
    'const next = () => Promise.resolve().then(next); return next()',
    // Every promise waits for the next one.
    expect.stringMatching(/^it (?:used|does) more than/),
  ],
  ['backtracks for ever', 'return /^(a+)+$/.test("a".repeat(50) + "b")', endless],
  ['prints for ever', 'for (;;) console.error("x".repeat(1000))', endless],
  [
    'has a long text taken apart outside the engine',
    'return [...new Intl.Segmenter("en").segment("a ".repeat(1e5))].length + ""',
    'RangeError: a text of more than 100000 characters is too long for Intl and what knows locales',
  ],
  ['asks for ever', 'for (;;) new URL("https://shop.example.com")', endless],
])('a remote that %s while rendering is refused', async (_what, body, sentence) => {
  const message = await refusalOf(pricingServer(body));
  const start = sentenceOfPricing('could not render ./PricingSection: ');
  expect([message.startsWith(start), message.slice(start.length)]).toEqual([true, sentence]);
});

test('only the app that gives no answer in time is refused', async () => {
  const impatient = { ...limits, seconds: 0.001 };
  expect(await refusal(aDeploymentInput(), { limits: impatient })).toBe(
    'host 0123456789ab: could not be loaded: it gave no answer within 0.001 s',
  );
});

test('if the process of all guests ends, each guest runs in its own, and only the app whose process ends is refused', async () => {
  let processes = 0;
  const start = (given: typeof limits) => {
    processes += 1;
    const { run, end } = startEngine(given);
    // Kills the process, as the system may when one guest takes too much memory.
    const fragile: typeof run = (work) => {
      if (work.app === 'pricing') end();
      return run(work);
    };
    return { run: fragile, end };
  };
  expect(await refusal(aDeploymentInput(), { limits, start })).toContain(
    'pricing 0123456789ab: the process around it has ended',
  );
  expect(processes).toBe(3);
});

test('steps are counted per page, and the page that loops is named', async () => {
  const body = (last: string) => `
    for (let n = 0; n < 10; n += 1) {
      announce('could not render /product/' + n);
      for (let steps = 0; steps < 1e5; steps += 1) if (n === 9) ${last};
    }`;
  const compose = (last: string) =>
    refusal(aDeploymentInput({ host: aHost({ server: hostServer(body(last)) }) }), { limits });
  expect(await compose('break')).toContain('composed');
  expect(await compose('steps -= 1')).toContain(`could not render /product/9: ${endless}`);
});

test('a module that loops for one row of data is refused with the page of that row', async () => {
  const rows = `${hostServer()}
    const { plan } = exports.composer;
    const pageOf = (n) => ({ key: 'row-' + n, address: '/product/' + n, props: { n } });
    exports.composer.plan = async (input) => {
      const { modules } = await plan(input);
      return { modules: Array.from({ length: 10 }, (_, n) => ({ ...modules[0], ...(n && pageOf(n)) })) };
    };`;
  const compose = (looping: number) => {
    const work = `for (let steps = 0; steps < 1e5; steps += 1) if (n === ${looping}) steps -= 1;`;
    const pricing = aPricing({
      server: `exports.PricingSection = { default: ({ n }) => { ${work} return '<p>Tractor</p>' } };`,
    });
    const host = aHost({ server: rows });
    return refusal(aDeploymentInput({ host, pricing }), { limits });
  };
  expect(await compose(10)).toBe('composed <p>Tractor</p>');
  expect(await compose(9)).toBe(
    `pricing 0123456789ab: could not render ./PricingSection for /product/9: ${endless}`,
  );
});

test('a dynamic import at run time is refused', async () => {
  const server = pricingServer('return import("node:fs").then((fs) => fs.readdirSync("/").join())');
  expect(await refusalOf(server)).toContain("ReferenceError: could not load module 'node:fs'");
  const hidden = pricingServer(
    'return Function(`return import("node:fs")`)().then((fs) => fs.readdirSync("/").join())',
  );
  expect(await refusalOf(hidden)).toContain("ReferenceError: could not load module 'node:fs'");
});

const reading = (read: string, given: string) =>
  `(${read})(require('react').useContext({ given: ${given} }))`;

test.each([
  ['fetch("/prices")', 'ReferenceError: ', 'pages are composed without a network'],
  ['process.env.SITE', 'ReferenceError: ', 'let the build replace process.env.NODE_ENV'],
  ['crypto.randomUUID()', 'ReferenceError: ', 'make keys and random values in an effect'],
  ['Buffer.from("a")', 'ReferenceError: ', 'use Uint8Array'],
  ['(null).useState(0)', 'TypeError: ', 'another React than the host’s'],
  [
    reading('({ t }) => t', 'null'),
    'TypeError: ',
    'useContext(…) gave null: the module is rendered by itself',
  ],
  [
    reading('(it) => it.t', "null, displayName: 'Texts'"),
    'TypeError: ',
    'useContext(Texts) gave null',
  ],
  [reading('(it) => it.t', 'undefined'), 'TypeError: ', 'useContext(…) gave undefined'],
  [reading('({ to }) => to', "null, displayName: 'Navigation'"), 'TypeError: ', 'use plain links'],
  ['document.title', 'ReferenceError: ', 'use it in an effect'],
  ['class extends HTMLElement {}', 'ReferenceError: ', 'it is there in browsers alone'],
  ['new Request("/a")', 'ReferenceError: ', 'pages are composed without a network'],
])('a remote that asks for %s gets advice', async (code, kind, advice) => {
  const message = await refusalOf(pricingServer(`return ${code}`));
  expect(message).toContain(sentenceOfPricing(`could not render ./PricingSection: ${kind}`));
  expect(message).toContain(advice);
});

test('the host’s code runs in the same sandbox', async () => {
  const server = hostServer('process.getBuiltinModule("fs");');
  expect(await refusal(aDeploymentInput({ host: aHost({ server }) }))).toMatch(
    /^host 0123456789ab: could not be loaded: ReferenceError: /,
  );
});

test('formatting without a date uses the date of the prices', async () => {
  const server = pricingServer(`
    const parts = new Intl.DateTimeFormat('en').formatToParts().map(({ value }) => value).join('');
    return [Intl.DateTimeFormat('en').format(), parts, Intl.NumberFormat('en').format(1e6)].join(' ')`);
  expect(await refusalOf(server)).toContain('composed 3/1/2026 3/1/2026 1,000,000');
});

test('a text may contain line separators of Unicode', async () => {
  const text = '\u2028{"guest":1,"crash":"x"}\u2029';
  const server = pricingServer(`console.log('${text}'); return '<p>${text}</p>'`);
  expect(await refusalOf(server)).toBe(`composed <p>${text}</p>`);
});

test('a host that requests a file again and again is refused, and the file is read once', async () => {
  const server = hostServer(`for (let n = 0; n < 100; n += 1) void releases.host.readFile('a.js')`);
  const host = aHost({ server, files: { 'a.js': 'x'.repeat(1e6) } });
  const readFile = jest.fn(host.readFile);
  expect(await refusal(aDeploymentInput({ host: { ...host, readFile } }))).toContain(
    'it says or asks too much',
  );
  expect(readFile.mock.calls.filter(([name]) => name === 'a.js')).toHaveLength(1);
});

test('no endless loop survives when the tool is killed', async () => {
  // The process is killed when the loop prints its first line, since no limit of the engine ends this loop.
  const program = `
    import { execFileSync } from 'node:child_process';
    import { compose } from '@composed/compose/pages/compose';
    import { aPricing, aDeploymentInput, pricingServer } from '@composed/testing/release/composable-releases';
    const server = pricingServer('console.log("looping"); [].includes.call({ length: 2 ** 53 - 1 }, 1)');
    const print = () => {
      execFileSync('pgrep', ['-P', String(process.pid), '-f', 'engine-process.mjs'], { stdio: 'inherit' });
      process.kill(process.pid, 'SIGKILL');
    };
    await compose(aDeploymentInput({ pricing: aPricing({ server }) }), { print });`;
  const tool = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(tool, 'close');
  const engines = (await text(tool.stdout)).trim().split('\n').map(Number);
  expect(await closed).toEqual([null, 'SIGKILL']);
  const isRunning = () =>
    engines.some((engine) => {
      try {
        return process.kill(engine, 0);
      } catch {
        return false;
      }
    });
  await until(() => !isRunning());
});
