import type { ExposedModule, ReleaseManifest } from '@composed/contracts/release-manifest';
import { release } from '@composed/testing/release/fake-release';
import {
  aDeploymentInput,
  aHost,
  aPricing,
  composeOnce,
  hostServer,
  refusal,
  slotOf,
} from '@composed/testing/release/composable-releases';

/** A host that plans one module, with all other modules as its possible parts. */
const planning = (rest: object) => `${hostServer()}
  const { plan } = exports.composer;
  exports.composer.plan = async (input) => {
    const { modules } = await plan(input);
    const [outer, ...parts] = modules.sort((a, b) => (a.app < b.app ? -1 : 1));
    return { modules: [{ ...outer, parts, ...${JSON.stringify(rest)} }] };
  };`;

/** The parts that the package of shop lists for its modules. */
const holds: Readonly<Record<string, object>> = {
  Add: { 'shop/Price': true, 'gone/Module': true },
  Price: { 'shop/Deep': true },
  Deep: { 'shop/Deep': true },
};

const exposed = (names: readonly string[], given: ExposedModule['given']) =>
  Object.fromEntries(
    names.map((name) => {
      const files = { scripts: ['entry.0a.js'], styles: [] };
      return [`./${name}`, { ...files, parts: holds[name], ...(name === 'Add' && { given }) }];
    }),
  ) as ReleaseManifest['exposes'];

/** Returns the content of the slot of a page. These functions render the module and its parts. */
async function pageOf(
  outer: string,
  { Add = '() => "<b>Add</b>"', ...otherComponents }: Readonly<Record<string, string>> = {},
  given: ExposedModule['given'] = {},
  rest = {},
) {
  const components = { Add, ...otherComponents };
  const exports = Object.entries(components).map(
    ([name, by]) => `exports.${name} = { default: ${by} };`,
  );
  const shop = release(
    'shop',
    {},
    {
      server: exports.join('\n'),
      files: { 'entry.0a.js': 'shop' },
      manifest: { exposes: exposed(Object.keys(components), given), shared: {} },
    },
  );
  const pricing = aPricing({
    server: `exports.PricingSection = { default: () => ${JSON.stringify(outer)} };`,
    parts: { 'shop/Add': true },
  });
  return aDeploymentInput({ host: aHost({ server: planning(rest) }), pricing, shop });
}

const readSlot = async (...given: Parameters<typeof pageOf>) =>
  slotOf((await composeOnce(await pageOf(...given))).pages.get('index.html'));

const part = (id: string, props = '') =>
  `<div data-part="${id}"${props && ` data-props="${props.replaceAll('"', '&quot;')}"`}></div>`;
const boxes = / data-box="([^"]+)"/g;

test('a part is written into its element with its props, each time under another name', async () => {
  const add = part('shop/Add', '{"sku":"a"}');
  const markup = await readSlot(
    `<p>Chair</p>${add}${add}`,
    { Add: '({ sku, prices }) => `<b>${sku} of ${prices.readOn}</b>`' },
    { sku: 'string' },
  );
  const names = [...markup.matchAll(boxes)].map(([, name]) => name);
  expect(names).toEqual([expect.stringMatching(/^shop\/Add\.[\da-f]{8}$/), expect.anything()]);
  expect(new Set(names).size).toBe(2);
  expect(markup.replaceAll(boxes, '')).toBe(
    `<p>Chair</p>${add.replace('></div>', '><div><div><b>a of 2026-03-01</b></div></div></div>').repeat(2)}`,
  );
});

test('parts contain parts, three deep; one without a release is empty', async () => {
  const markup = await readSlot(part('shop/Add'), {
    Add: `() => '<i>1</i>${part('shop/Price')}${part('gone/Module')}'`,
    Price: `() => '<i>2</i>${part('shop/Deep')}'`,
    Deep: `() => '<i>3</i>'`,
  });
  expect(markup.match(/\d(?=<\/i>)/g)).toEqual(['1', '2', '3']);
  expect(markup).toContain(`${part('gone/Module')}</div></div>`);
});

test('an open slot holds its modules in order', async () => {
  const opened = '<div data-opens="pricing/more" data-props="{}"></div>';
  const opens = { 'pricing/more': ['shop/Price', 'shop/Add'] };
  const markup = await readSlot(opened, { Price: '() => "<b>Price</b>"' }, {}, { opens });
  expect(markup.replaceAll(boxes, '')).toBe(
    '<div data-opens="pricing/more" data-props="{}"><div data-part="shop/Price" data-props="{}"><div><div><b>Price</b></div></div></div><div data-part="shop/Add" data-props="{}"><div><div><b>Add</b></div></div></div></div>',
  );
  expect(await refusal(await pageOf(opened))).toMatch(
    /a slot for pricing\/more, which its package does not name/,
  );
});

const wanted = { sku: 'string' };
test.each([
  [
    'its package does not name',
    part('shop/Price'),
    {},
    {},
    'microFrontend.exposes["./PricingSection"].parts',
  ],
  [
    'is given too little',
    part('shop/Add'),
    {},
    wanted,
    'gives shop/Add no "sku" as it wants it (string)',
  ],
  ['is given another kind', part('shop/Add', '{"sku":1}'), {}, wanted, 'gives shop/Add no "sku"'],
  [
    'is given more',
    part('shop/Add', '{"of":1}'),
    {},
    {},
    'gives shop/Add "of", which it does not want',
  ],
  [
    'is given too deep',
    part('shop/Add', `{"sku":${'['.repeat(4000)}${']'.repeat(4000)}}`),
    {},
    {},
    'than a JSON object',
  ],
  ['is one of too many', part('shop/Add').repeat(251), {}, {}, 'holds more than 250 parts'],
  [
    'is opened for a name that all objects have',
    '<div data-opens="constructor"></div>',
    {},
    {},
    'has a slot for constructor, which its package does not name',
  ],
  ['is given no JSON', part('shop/Add', 'sku'), {}, {}, 'something else than a JSON object'],
  ['is not empty', '<div data-part="shop/Add">Add</div>', {}, {}, 'which has to be empty'],
  [
    'would be read elsewhere',
    `<button>${part('shop/Add')}</button>`,
    { Add: '() => "<button>Add</button>"' },
    {},
    'places shop/Add where HTML does not allow it',
  ],
  [
    'brings a box of its own',
    '<div data-box="x"></div>',
    {},
    {},
    'the host’s own attribute data-box',
  ],
])('a part that %s is refused', async (_what, outer, parts, given, sentence) => {
  const message = await refusal(await pageOf(outer, parts, given));
  expect([message, message.startsWith('pricing ')]).toEqual([
    expect.stringContaining(sentence),
    true,
  ]);
});

test('invalid markup for a single page is refused with the page’s address', async () => {
  for (const outer of [
    '<title>Mine</title>',
    part('shop/Other'),
    `<button>${part('shop/Add')}</button>`,
  ]) {
    const input = await pageOf(
      outer,
      { Add: '() => "<button>Add</button>"' },
      {},
      { address: '/p/7' },
    );
    expect(await refusal(input)).toContain(': its markup of ./PricingSection for /p/7 ');
  }
});

test('an error of a part names the part’s app', async () => {
  const Add = '() => { throw new Error("sold out") }';
  expect(await refusal(await pageOf(part('shop/Add'), { Add }))).toMatch(
    /^shop .*could not render \.\/Add: Error: sold out/,
  );
});

test('the limit of parts applies to parts inside parts', async () => {
  const Add = `() => '${part('shop/Price').repeat(2)}'`;
  const Price = '() => ""';
  expect(await refusal(await pageOf(part('shop/Add').repeat(126), { Add, Price }))).toMatch(
    /^shop .* its \.\/Add holds parts that hold more than 250 parts/,
  );
});
