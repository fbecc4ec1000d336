import { hash } from 'node:crypto';
import { dataBlock, pinsElementId } from '@composed/contracts/page-elements';
import { appOf } from '@composed/contracts/remote-names';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { findStyleLeaks, type NamedPage } from '../../browser/find-style-leaks';

let site: FolderSite;
let opened: string[];

beforeEach(() => {
  site = aFolderSite();
  opened = [];
});

/**
 * The same site with modules in its pages. The markup of a module is the source text of its release, and the style sheet
 * of pricing is in each page.
 * @param modules page → federation ids, of which each but the first is a part of the one before
 */
function showing(modules: Readonly<Record<string, readonly string[]>>, open = findStyleLeaks) {
  return site.again({
    compose: async (input) => {
      const composed = await site.tool.compose(input);
      const pages = new Map(composed.pages);
      const css = site.sources.get('css') ?? '';
      const pins = { host: input.releases['host']?.manifest.version, basePath: '', remotes: {} };
      const head = `${dataBlock(pinsElementId, pins)}<style data-href="/assets/pricing/${hash('sha256', css)}.css">${css}</style>`;
      for (const [name, ids] of Object.entries(modules)) {
        const nested = ids.reduceRight((inside, id, n) => {
          const markup = site.sources.get(appOf(id)) ?? '';
          return `<div data-${n === 0 ? 'slot' : 'box'}="${id}"><div>${markup}${inside}</div></div>`;
        }, '');
        const body = `<body><header>${name}</header>${nested}<footer><form></form></footer></body>`;
        pages.set(name, Buffer.from(`<!doctype html><html><head>${head}</head>${body}</html>`));
      }
      return { ...composed, id: hash('sha256', [...pages.values()].join('')).slice(0, 12), pages };
    },
    findStyleLeaks: (given) => {
      const all = [...given];
      opened.push(...all.map(({ name }: NamedPage) => name));
      return open(all);
    },
  });
}

const nothing = () => Promise.resolve([]);
const modules = {
  'a.html': ['pricing/Prices'],
  'b.html': ['pricing/Page', 'signup/Form'],
  'c.html': ['pricing/Prices'],
};

test('one page of each kind of markup and styles is opened, and not again', async () => {
  const shownSite = showing(modules, nothing);
  site.sources.set('pricing', '<p id="plan">A</p>');
  site.sources.set('signup', '<i id="plan">B</i>');
  await shownSite.publishAll();
  expect(opened.splice(0)).toEqual(['index.html', 'a.html', 'b.html']);
  const openedBy = async (typing: ReturnType<FolderSite['runCommandLine']>) => {
    const { out } = await typing;
    return [
      ...opened.splice(0),
      /Check the styles of changed pages · ([^·\n]*?)(?: ·|$)/m.exec(out)?.[1],
    ];
  };
  site.sources.set('pricing', '<p id="plan">Another text</p>');
  expect(await openedBy(shownSite.runPublishCommandLine('pricing', 'v2'))).toEqual([
    'tested before',
  ]);
  site.sources.set('signup', '<u id="plan">B</u>');
  expect(
    await openedBy(shownSite.runCommandLine('settings', '--telemetry', '/_telemetry')),
  ).toEqual(['b.html', '1 page']);
  // A new rule is checked on every kind of page, since it may match on one page what another does not have.
  site.sources.set('css', '.pricing-page b{display:none}');
  expect(await openedBy(shownSite.runPublishCommandLine('pricing', 'v3'))).toEqual([
    'a.html',
    'b.html',
    '2 pages',
  ]);
  // Pages whose markup differs only in an id or an attribute are opened again if a rule names its value.
  site.sources.set('css', '[data-at="/a"] p,#plan{display:none}');
  site.sources.set('pricing', '<p id="plan" data-at="/a">A</p>');
  expect((await openedBy(shownSite.runPublishCommandLine('pricing', 'v4'))).slice(0, 2)).toEqual([
    'a.html',
    'b.html',
  ]);
  for (const [version, markup] of [
    ['v5', '<p id="plan" data-at="/b">A</p>'],
    ['v6', '<p id="prices" data-at="/b">A</p>'],
  ] as const) {
    site.sources.set('pricing', markup);
    expect(
      (await openedBy(shownSite.runPublishCommandLine('pricing', version))).slice(0, 2),
    ).toEqual(['a.html', 'b.html']);
  }
  site.sources.set('pricing', '<p id="costs" data-at="/b">A</p>');
  expect(await openedBy(shownSite.runPublishCommandLine('pricing', 'v7'))).toEqual([
    'tested before',
  ]);
});

test('an id that occurs twice in a new page is reported', async () => {
  site.sources.set('pricing', '<p id="plan">A</p>');
  site.sources.set('signup', '<i id="plan">B</i>');
  const { out } = await showing(modules, nothing).runCommandLine('publish', '--all');
  expect(out).toMatch(/Compose .* · .*, the id "plan" occurs twice in b\.html/);
});

test('without a browser, every command that changes pages reports that styles were not checked', async () => {
  const shownSite = showing(modules, () => Promise.resolve(null));
  await shownSite.publishAll();
  const lines = async (typed: string) => {
    opened.length = 0;
    shownSite.sources.set('pricing', typed);
    const { code, out } = await shownSite.runCommandLine(...typed.split(' '));
    expect([typed, code]).toEqual([typed, 0]);
    return out
      .split('\n')
      .filter((line) => line.includes('Check the styles of changed pages · left out'));
  };
  for (const typed of [
    'compose',
    'publish pricing --canary 20',
    'abort',
    'publish pricing',
    'rollback pricing',
    'settings --telemetry /_telemetry',
    'remove signup --shown',
  ]) {
    // The pages after an abort were live before it.
    expect([typed, await lines(typed)]).toHaveProperty('1.length', typed === 'abort' ? 0 : 1);
  }
  expect(await lines('preview pricing --name spring')).toEqual([]);
  expect(opened).toEqual([]);
});

/** A browser in which each rule of pricing for an element matches those of others, as `<b>`. */
const openWithRules = (pages: Iterable<NamedPage>) =>
  Promise.resolve(
    [...pages].flatMap(({ name, html }) => {
      const [, selector = ''] = /<style[^>]*>(\w+)\{/.exec(html) ?? [];
      const element = `<${selector}>`;
      const leaks = [{ app: 'pricing', selector, element, slot: 'signup/Form' }];
      return selector !== '' && html.includes(element) ? [{ name, leaks }] : [];
    }),
  );

test('a rule that matches too much already is reported, and refuses only its own team', async () => {
  site.sources.set('signup', '<b>Buy now</b>');
  site.sources.set('css', 'b{display:none}');
  await showing(modules, () => Promise.resolve(null)).publishAll();
  const shownSite = showing(modules, openWithRules);
  for (const text of ['Buy it now', 'Buy it']) {
    site.sources.set('signup', `<b>${text}</b>`);
    const { code, out, err } = await shownSite.runPublishCommandLine('signup', text);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /already on the live site: pricing \w+: its style "b" matches <b> of signup\/Form in b\.html/,
    );
  }

  const { code, err } = await shownSite.runPublishCommandLine('pricing', 'v2');
  expect([code, err]).toEqual([1, expect.stringMatching(/^pricing \w+: its style "b" matches/m)]);
});

test('a rollback is never refused because of styles', async () => {
  const shownSite = showing(modules, openWithRules);
  site.sources.set('signup', '<b>Buy now</b>');
  await shownSite.publishAll();
  site.sources.set('signup', '<i>Buy now</i>');
  await shownSite.publish('signup', 'v2');
  site.sources.set('css', 'b{display:none}');
  await shownSite.publish('pricing', 'v2');
  site.sources.set('signup', '<b>Buy now</b>');
  const { code, out, err } = await shownSite.runCommandLine('rollback', 'signup');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/pricing \w+: its style "b" matches <b> of signup\/Form in b\.html/);
});

(chosenBrowser() ? test : test.skip)(
  'a remote is refused if its styles match foreign elements',
  async () => {
    const shownSite = showing(modules);
    site.sources.set('pricing', '<p class="pricing-page">A</p>');
    site.sources.set('signup', '<b>Buy now</b>');
    await shownSite.publishAll();
    site.sources.set('pricing', '<p class="pricing-page">A</p>');
    site.sources.set('css', '.pricing-page ~ div b{display:none}form{color:red}');
    const { code, err } = await shownSite.runPublishCommandLine('pricing', 'v2');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^pricing \w+: its style "form" matches <form> of the host in a\.html: begin the selector with a class/m,
    );
    expect(err).toMatch(
      /^pricing \w+: its style "\.pricing-page ~ div b" matches <b> of signup\/Form in b\.html/m,
    );
  },
);
