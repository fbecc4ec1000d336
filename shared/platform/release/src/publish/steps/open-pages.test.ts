import { hash } from 'node:crypto';
import { dataBlock, pinsElementId } from '@composed/contracts/page-elements';
import { aFolderSite, type FolderSite } from '@composed/testing/release/a-folder';
import { chosenBrowser } from '@composed/command/browser.mjs';
import { readLedger } from '../../ledger/ledger';
import { openPagesInBrowser, type OpenedPage } from '../../tool/open-pages';

let site: FolderSite;
let opened: string[];

beforeEach(() => {
  site = aFolderSite();
  opened = [];
});

const slot = (id: string, markup: string) => `<div data-slot="${id}"><div>${markup}</div></div>`;

/**
 * The same site with modules in its pages. The markup of a module is the source text of its release.
 * @param modules page → federation ids
 */
function showing(modules: Readonly<Record<string, readonly string[]>>, open = openPagesInBrowser) {
  return site.again({
    compose: async (input) => {
      const composed = await site.tool.compose(input);
      const pages = new Map(composed.pages);
      const places = new Map<string, { id: string; start: number; end: number }[]>();
      for (const [name, ids] of Object.entries(modules)) {
        const own = { host: input.releases['host']?.manifest.version, basePath: '', remotes: {} };
        const pins = dataBlock(pinsElementId, own);
        const sheet = `<style data-href="/assets/pricing/a.css">${site.sources.get('css') ?? ''}</style>`;
        let html = `<!doctype html><html><head>${pins}${sheet}</head><body><header>${name}</header>`;
        const found = ids.map((id) => {
          const markup = site.sources.get(id.split('/')[0] ?? '') ?? '';
          const before = slot(id, '').indexOf('</div>');
          const start = html.length + before;
          html += slot(id, markup);
          return { id, start, end: start + markup.length };
        });
        pages.set(name, Buffer.from(`${html}<footer><form></form></footer></body></html>`));
        places.set(name, found);
      }
      const id = hash('sha256', [...pages.values()].join('')).slice(0, 12);
      return { ...composed, id, pages, places };
    },
    openPages: (given) => {
      const all = [...given];
      opened.push(...all.map(({ name }: OpenedPage) => name));
      return open(all);
    },
  });
}

const nothing = () => Promise.resolve([]);
const modules = {
  'a.html': ['pricing/Prices'],
  'b.html': ['pricing/Prices', 'signup/Form'],
  'c.html': ['signup/Form'],
};

test('each markup and each page of the host is opened once, by whoever changes it, and not again', async () => {
  const shown = showing(modules, nothing);
  await shown.publishAll();
  expect(opened).toEqual(['a.html', 'b.html', 'c.html']);
  const openedBy = async (...typed: string[]) => {
    opened.length = 0;
    const { code, out } = await shown.type(...typed);
    return {
      code,
      opened,
      told: /Open what is new[^\n]*?in a browser · ([^·\n]*?)(?: ·|$)/m.exec(out)?.[1],
    };
  };
  site.sources.set('pricing', 'v2');
  shown.sources.set('pricing', 'v2');
  expect(await openedBy('publish', 'pricing')).toMatchObject({
    opened: ['a.html'],
    told: '1 page',
  });
  const before = 'opened before';
  site.sources.set('pricing', 'v1');
  expect(await openedBy('rollback', 'pricing')).toMatchObject({ opened: [], told: before });
  site.sources.set('signup', 'v2');
  expect(await openedBy('settings', '--telemetry', '/_telemetry')).toMatchObject({
    ...{ code: 0, opened: ['b.html'], told: '1 page' },
  });
});

test('without a browser whoever changes pages is told so in one line, and a preview opens none', async () => {
  const shown = showing(modules, () => Promise.resolve(null));
  await shown.publishAll();
  const lines = async (typed: string) => {
    opened.length = 0;
    shown.sources.set('pricing', typed);
    const { code, out } = await shown.type(...typed.split(' '));
    expect([typed, code]).toEqual([typed, 0]);
    return out
      .split('\n')
      .filter((line) => line.includes('there is no browser; set CHROMIUM_PATH'));
  };
  for (const typed of [
    ...['compose', 'publish pricing --canary 20', 'abort', 'publish pricing', 'rollback pricing'],
    ...['settings --telemetry /_telemetry', 'remove signup --shown'],
  ]) {
    // The live pages after an abort were opened before.
    expect([typed, await lines(typed)]).toHaveProperty('1.length', typed === 'abort' ? 0 : 1);
  }
  expect(await lines('preview pricing --name spring')).toEqual([]);
  expect(opened).toEqual([]);
});

(chosenBrowser() ? test : test.skip)(
  'what a browser reads otherwise than it was composed goes live with nobody’s change',
  async () => {
    const shown = showing(modules);
    await shown.publishAll();
    const { revision } = await readLedger(shown.tool.store);
    // The markup of a remote may change with time, before another team publishes.
    site.sources.set('pricing', '<select><keygen>');
    shown.sources.set('signup', 'v2');
    for (const typed of [
      ['publish', 'signup'],
      ['settings', '--telemetry', '/_telemetry'],
    ]) {
      const { code, err } = await shown.type(...typed);
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(
          /^Refused, and what is live is as it was.\npricing \w+: in a browser its markup of \.\/Prices changes a\.html around its slot: <\/body> is read where the host has <footer>/,
        ) as string,
      });
    }
    expect((await readLedger(shown.tool.store)).revision).toBe(revision);
  },
);

(chosenBrowser() ? test : test.skip)(
  'a rule of a remote that matches what is not its own in a page refuses its app',
  async () => {
    site.sources.set('css', '.pricing-a,form{color:red}');
    site.sources.set('pricing', '<form class="pricing-a"></form>');
    const { code, err } = await showing(modules).type('publish', '--all');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^pricing \w+: in a browser its style "\.pricing-a, form" matches <form> of the host in a\.html$/m,
      ),
    ]);
  },
);
