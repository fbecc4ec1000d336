import { compose } from './compose';
import { CompositionRefused, type CompositionInput } from './composition';
import {
  aHost,
  aPricing,
  aSite,
  hostServer,
  pricingServer,
} from '../testing/release/composable-releases';

/* Releases that must not go live, each with the sentence that the team reads. */

const limits = { time: 1500, memory: 32 };

/** The refusals of a composition, each as the sentence that is printed. */
async function refusal(input: CompositionInput): Promise<string> {
  try {
    await compose(input, limits);
  } catch (error) {
    if (error instanceof CompositionRefused) return error.message;
    throw error;
  }
  return 'composed';
}

const refusalOf = (server: string) => refusal(aSite({ pricing: aPricing({ server }) }));
const named = (sentence: string) => `pricing 0123456789ab: ${sentence}`;

test.each([
  [
    'throws as it is loaded',
    'throw new TypeError("no awning")',
    'could not be loaded: TypeError: no awning',
  ],
  ['is no script', 'const = 1', expect.stringContaining('could not be loaded: SyntaxError: ')],
  [
    'asks for a package that the host does not share',
    'require("left-pad")',
    'could not be loaded: it asks for "left-pad", which the host does not share',
  ],
  [
    'asks for the disk',
    'require("node:fs")',
    'could not be loaded: it asks for "node:fs", which the host does not share',
  ],
  [
    'throws in render',
    pricingServer('throw new Error("no stall today")'),
    'could not render ./PricingSection: Error: no stall today',
  ],
  [
    'throws something that is no error',
    pricingServer('throw "a fit"'),
    'could not render ./PricingSection: a fit',
  ],
  [
    'throws after a while',
    pricingServer(
      'setTimeout(() => { throw new Error("too late") }); return new Promise(() => undefined)',
    ),
    'could not render ./PricingSection: Error: too late',
  ],
  [
    'recurses for ever',
    pricingServer('const again = () => again() + 1; return again()'),
    expect.stringContaining('could not render ./PricingSection: RangeError: '),
  ],
  [
    'loops for ever',
    pricingServer('for (;;);'),
    'could not render ./PricingSection: no answer within 1.5 s',
  ],
  [
    'keeps itself busy for ever',
    pricingServer('setInterval(() => undefined); return new Promise(() => undefined)'),
    'could not render ./PricingSection: no answer within 1.5 s',
  ],
  [
    'waits for ever',
    pricingServer('return new Promise(() => undefined)'),
    'could not render ./PricingSection: it waits for something that never comes',
  ],
  [
    'fills the heap',
    pricingServer('const all = []; for (;;) all.push(new Array(1000).fill(all.length))'),
    'could not render ./PricingSection: it used more than 32 MiB of memory',
  ],
  [
    'fills the memory with buffers',
    pricingServer('const all = []; for (;;) all.push(Buffer.alloc(4e6, 1))'),
    'could not render ./PricingSection: it used more than 32 MiB of memory',
  ],
  [
    'ends the process',
    pricingServer('process.exit(0)'),
    'could not render ./PricingSection: it ended the process it runs in',
  ],
  [
    'renders nothing',
    pricingServer('return "<!--$--><div></div><!--/$-->"'),
    'could not render ./PricingSection: nothing was rendered',
  ],
  [
    'has no component',
    'exports.PricingSection = {}',
    'could not render ./PricingSection: Error: the exposed module has no component',
  ],
  [
    'lacks the exposed module',
    'exports.Other = 1',
    'could not render ./PricingSection: Error: the exposed module has no component',
  ],
])('a remote that %s is refused', async (_what, server, sentence) => {
  const told = await refusalOf(server);
  expect(told.startsWith(named(''))).toBe(true);
  expect(told.slice(named('').length)).toEqual(sentence);
});

test('a remote that does not expose what the host shows is refused', async () => {
  const pricing = aPricing({ manifest: { exposes: {} } });
  expect(await refusal(aSite({ pricing }))).toBe(
    named(
      'does not fit the others: it does not expose ./PricingSection, which host 0123456789ab shows',
    ),
  );
});

test('a host that shows a remote without a release is refused', async () => {
  expect(await refusal({ ...aSite(), releases: { host: aHost() } })).toBe(
    'host 0123456789ab: does not fit the others: it shows pricing/PricingSection, and there is no release of pricing',
  );
});

test('every remote in conflict with the host is named, with every conflict', async () => {
  const pricing = aPricing({
    manifest: { shared: { react: '^18.0.0', zustand: '5' }, contract: 2 },
  });
  const signup = aPricing({ manifest: { app: 'signup', shared: { react: '>=20' } } });
  const told = await refusal({ ...aSite(), releases: { host: aHost(), pricing, signup } });
  expect(told.split('\n')).toEqual([
    named('it needs react ^18.0.0, and host 0123456789ab provides 19.2.0'),
    named('it needs zustand 5, and host 0123456789ab provides none'),
    named('it was built for contract 2, and host 0123456789ab keeps contract 1'),
    'signup 0123456789ab: it needs react >=20, and host 0123456789ab provides 19.2.0',
  ]);
});

test.each([
  ['throws as it is loaded', 'throw new Error("no posts")', 'could not be loaded: Error: no posts'],
  [
    'throws in a page',
    `${hostServer} exports.renderPage = () => { throw new Error('no posts'); };`,
    'could not render /: Error: no posts',
  ],
  [
    'renders an empty page',
    `${hostServer} exports.renderPage = () => ({ head: '', markup: '<div></div>' });`,
    'could not render /: nothing was rendered',
  ],
  [
    'gives something else than a page',
    `${hostServer} exports.renderPage = () => ({ head: 7, markup: 'a' });`,
    expect.stringContaining('could not render *: it gave no page but '),
  ],
])('a host that %s is refused', async (_what, server, sentence) => {
  const told = await refusal(aSite({ host: aHost({ server }) }));
  expect(told.slice('host 0123456789ab: '.length)).toEqual(sentence);
});

test('a remote that is fine alone and throws in the page is the fault of the page', async () => {
  const server = `let n = 0; ${pricingServer('n += 1; if (n > 1) throw new Error("twice"); return "<p>once</p>"')}`;
  expect(await refusalOf(server)).toBe('host 0123456789ab: could not render /: Error: twice');
});

test.each([
  ['style sheet', 'readFile', 'assets/pricing/styles.0c.css does not match its hash'],
  [
    'rendering bundle',
    'readServer',
    'releases/pricing/0123456789ab/server.cjs does not match its hash',
  ],
])(
  'a %s that does not match its hash is refused in the words of the store',
  async (_what, read, reason) => {
    const refused = new CompositionRefused([{ app: 'pricing', version: '0123456789ab', reason }]);
    const pricing = { ...aPricing(), [read]: () => Promise.reject(refused) };
    expect(await refusal(aSite({ pricing }))).toBe(named(reason));
  },
);
