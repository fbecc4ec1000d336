import { composerVersion } from '@composed/contracts/composer';
import { compose } from './compose';
import { ReleaseError } from '@composed/command/errors';
import {
  aHost,
  aPricing,
  aDeploymentInput,
  composeOnce,
  hostServer,
  pricingServer,
  refusal,
} from '@composed/testing/release/composable-releases';

type Parts = Parameters<typeof aDeploymentInput>;

async function composedPages(...parts: Parts): Promise<Record<string, string>> {
  const { pages } = await composeOnce(aDeploymentInput(...parts));
  return Object.fromEntries([...pages].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

test('the pages are those of the host’s composer, with copies of its files', async () => {
  const pages = await composedPages();
  expect(pages['index.html']).toContain('<div><p>Prices of 2026-03-01</p></div>');
  expect(pages['index.html']).toContain('<style>.pricing{}</style>');
  expect(pages['index.html']).toContain('"siteUrl":"https://shop.example.com"');
  expect(pages['logo.svg']).toBe('<svg/>');
});

test('the same releases have the same deployment; another release, price or address has another', async () => {
  const idOf = async (...parts: Parts) => (await composeOnce(aDeploymentInput(...parts))).id;
  const ids = await Promise.all([
    idOf(),
    idOf({ pricing: aPricing({ version: 'ba9876543210' }) }),
    idOf({ host: aHost({ server: hostServer("settings = { siteUrl: 'composed anew' };") }) }),
    idOf({}, { data: {} }),
    idOf({}, { basePath: '/preview/spring' }),
  ]);
  expect(new Set(ids).size).toBe(5);
  expect(await idOf()).toBe(ids[0]);
});

describe('on another machine, at another time', () => {
  const environment = { ...process.env };
  afterEach(() => {
    process.env = environment;
  });

  test('a deployment is byte for byte the same', async () => {
    const everything = `return JSON.stringify([
      new Date(), Date(), Date.now(), new Date(0).getHours(), Math.random(), Intl.NumberFormat().resolvedOptions(),
      Object.getOwnPropertyNames(globalThis).sort(),
    ])`;
    const site = aDeploymentInput({ pricing: aPricing({ server: pricingServer(everything) }) });
    const here = await compose(site);
    process.env = {
      ...environment,
      SITE_URL: 'https://elsewhere.example',
      TZ: 'Pacific/Kiritimati',
      LC_ALL: 'tr_TR',
      NODE_OPTIONS: '--no-experimental-fetch',
    };
    const there = await compose(site);
    expect(there.pages.get('index.html')?.toString()).toBe(
      here.pages.get('index.html')?.toString(),
    );
    expect(there).toEqual(here);
  });
});

test('text that a release prints or throws cannot control the terminal or the CI', async () => {
  const forged = '\u001B[2J\u001B[1A✓ published\r\n::warning::mine\n##[error]mine\u202E';
  const text = JSON.stringify(forged);
  const printed: string[] = [];
  const server = pricingServer(`console.log(${text}); throw new Error(${text})`);
  const input = aDeploymentInput({ pricing: aPricing({ server }) });
  await expect(composeOnce(input, { print: (line) => printed.push(line) })).rejects.toThrow(
    'pricing 0123456789ab: could not render ./PricingSection: Error:  [2J [1A✓ published : :warning::mine ## [error]mine',
  );
  expect(printed).toEqual([
    '[pricing]  [2J [1A✓ published',
    '[pricing] : :warning::mine',
    '[pricing] ## [error]mine',
  ]);
});

test('a bundle with top-level await is rendered', async () => {
  const module = pricingServer("return '<p>awaited</p>'");
  const server = `module.exports = (async (exports) => { ${module} return exports; })({});`;
  expect(await refusal(aDeploymentInput({ pricing: aPricing({ server }) }))).toBe(
    'composed <p>awaited</p>',
  );
});

test('all releases that cannot be rendered are reported together', async () => {
  const failing = pricingServer("throw new Error('no stall')");
  const signup = aPricing({ server: failing, manifest: { app: 'signup' } });
  const input = aDeploymentInput({ pricing: aPricing({ server: failing }), signup });
  expect((await refusal(input)).split('\n')).toEqual([
    expect.stringMatching(/^pricing .*Error: no stall/),
    expect.stringMatching(/^signup .*Error: no stall/),
  ]);
});

test('output of a release is shown with the name of its app, up to a limit', async () => {
  const server = pricingServer(
    "console.warn('hello', { a: 1 }); for (;;) { console.log('x'.repeat(400)); if (++globalThis.lines > 99) return '<p>printed</p>' }",
  );
  const printed: string[] = [];
  const pricing = aPricing({ server: `globalThis.lines = 0; ${server}` });
  await composeOnce(aDeploymentInput({ pricing }), { print: (line) => printed.push(line) });
  expect(printed[0]).toBe('[pricing] hello {"a":1}');
  expect(printed.at(-1)).toMatch(/… \(the rest is left out\)$/);
  expect(printed.join('').length).toBeLessThan(11_000);
});

test.each([
  ['has no composer', 'exports.renderPage = 1', 'none'],
  ['has a composer of another time', 'exports.composer = { version: 7 }', '7'],
])('a host that %s is refused with advice', async (_what, server, version) => {
  expect(await refusal(aDeploymentInput({ host: aHost({ server }) }))).toBe(
    `host 0123456789ab: could not be loaded: its composer has version ${version}, and this release tool knows version ${composerVersion}; publish a newer host, or use the release tool of its time`,
  );
});

test.each([
  [
    "violations: [{ app: 'pricing', reason: 'it is late' }, { app: 'host', reason: 'it waits' }]",
    'pricing 0123456789ab: it is late\nhost 0123456789ab: it waits',
  ],
  // Files whose names are paths, or names of pages.
  ["pages: {}, files: { '../live': { text: 'mine' } }, unread: []", 'it gave no page but '],
  ["pages: {}, files: { 'signup.html': { text: 'mine' } }, unread: []", 'it gave no page but '],
  ...['/assets/host', '/_site', '/robots.txt', '/index', '../live'].map((address) => [
    `pages: { '${address}': '' }, files: {}, unread: []`,
    `host 0123456789ab: it has a page at ${address}, which is reserved`,
  ]),
])('an invalid result of a composer is refused: %s', async (found, sentence) => {
  const host = aHost({ server: hostServer(`return { empty: [], ${found} };`) });
  expect(await refusal(aDeploymentInput({ host }))).toContain(sentence);
});

test.each(['terms.htm', 'terms.HTML', 'terms.SVG', 'terms.of-sale'])(
  'a file at the root without an ending that every server knows is refused: %s',
  async (name) => {
    const given = { [name]: { text: '<p>Terms</p>' } };
    const found = `return { empty: [], pages: {}, files: ${JSON.stringify(given)}, unread: [] };`;
    const host = aHost({ server: hostServer(found) });
    expect(await refusal(aDeploymentInput({ host }))).toMatch(
      /has an extension that servers may not know \(allowed: avif, css, gif, .*xml\)$/,
    );
  },
);

test('a composer that copies a missing file of its release is refused with the error of the store', async () => {
  const found =
    "return { empty: [], pages: {}, files: { 'a.svg': { file: 'root/b.svg' } }, unread: [] };";
  const host = aHost({ server: hostServer(found) });
  const readFile = (name: string) =>
    name.startsWith('root/')
      ? Promise.reject(new Error(`it names no file ${name}`))
      : host.readFile(name);
  await expect(composeOnce(aDeploymentInput({ host: { ...host, readFile } }))).rejects.toThrow(
    'it names no file root/b.svg',
  );
});

test.each([
  ['style sheet', 'readFile', 'assets/pricing/styles.0c.css does not match its hash'],
  ['guest bundle', 'readGuestBundle', 'releases/pricing/0123456789ab/server.cjs is missing'],
])(
  'a %s that cannot be read is refused with the error of the store',
  async (_what, read, reason) => {
    const refused = new ReleaseError({ app: 'pricing', version: '0123456789ab', reason });
    const pricing = { ...aPricing(), [read]: () => Promise.reject(refused) };
    expect(await refusal(aDeploymentInput({ pricing }))).toBe(`pricing 0123456789ab: ${reason}`);
  },
);

/** Composes a page whose host asks for the head that its module exports. */
const saying = (head: string) => {
  const server = `${hostServer('', 'head += "<title>" + globalThis.said + "</title>";')}
    const { plan, compose } = exports.composer;
    exports.composer.plan = async (input) => ({ modules: (await plan(input)).modules.map((each) => ({ ...each, isPage: true })) });
    exports.composer.compose = async (input) => {
      globalThis.said = (await input.headOf('pricing/PricingSection'))?.title;
      return compose(input);
    };`;
  const rendered = `${pricingServer('return "<p>Prices</p>"')} exports.PricingSection.head = ${head};`;
  return aDeploymentInput({ host: aHost({ server }), pricing: aPricing({ server: rendered }) });
};

test('the host gets the head that a module exports, which is cached with its markup', async () => {
  const input = saying('() => ({ title: "Prices <today>" })');
  const first = await composeOnce(input);
  expect(String(first.pages.get('index.html'))).toContain('<title>Prices <today></title>');
  const readCachedMarkup = () => Promise.resolve(first.newCacheEntries[0]?.markups ?? null);
  const { pricing, ...otherReleases } = input.releases;
  if (!pricing) throw new Error('no pricing');
  const releases = { ...otherReleases, pricing: { ...pricing, readCachedMarkup } };
  const again = await composeOnce({ ...input, releases });
  expect([again.id, again.newCacheEntries]).toEqual([first.id, []]);
  for (const [head, reason] of [
    ['() => ({ title: { markup: 1 } })', 'Expected string'],
    [
      '() => ({ structuredData: JSON.parse(`{"a":${"[".repeat(99)}${"]".repeat(99)}}`) })',
      'nested too deeply',
    ],
  ] as const)
    expect(await refusal(saying(head))).toMatch(
      new RegExp(
        `^pricing 0123456789ab: its head of \\./PricingSection cannot be read: .*${reason}`,
        's',
      ),
    );
});
