import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { composeWith } from '@composed/testing/release/fake-compose';
import {
  fakeRelease,
  fakeScript,
  releaseFolder,
  writeStats,
} from '@composed/testing/release/fake-release';

/** Text that no compression makes smaller. */
const heavy = (bytes: number) => randomBytes(bytes).toString('base64url');

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
  await site.runCommandLine('settings', '--budget', 'pricing.script=400');
});

/** Publishes a release over budget, with a reason. */
function letThrough() {
  return site.runPublishCommandLine('pricing', heavy(600), '--over-budget', 'until the sale ends');
}

test('a release over budget is refused with its numbers, and the live site stays', async () => {
  const before = await site.ledger();
  site.sources.set('pricing', heavy(600));
  const built = site.again({
    buildApp: async (app, checks) => {
      const build = await site.tool.buildApp(app, checks);
      const small = 'node_modules/small/index.js';
      const large = 'node_modules/moment/moment.js';
      writeStats(build.folder, app, { [small]: 10, [large]: 176_000 });
      return build;
    },
  });
  const { code, err } = await built.runCommandLine('publish', 'pricing');
  expect(code).toBe(1);
  expect(err).toContain('The release is over budget, and the live site is unchanged.');
  expect(err).toContain(
    'The largest modules of pricing, in bytes before minification: node_modules/moment/moment.js (176,000), node_modules/small/index.js (10).',
  );
  expect(err).toMatch(/^pricing +script +index\.html +[\d,]+ +400 +\+[\d,]+$/m);
  expect(err).toContain('--over-budget "<reason>"');
  expect(err).toMatch(
    /or for this site: npm run release -- settings --budget pricing\.script=\d+$/m,
  );
  expect(await site.ledger()).toEqual(before);
});

test('a release over budget goes live with a reason, which status shows while it is live', async () => {
  const line = '  Accepted over budget: pricing (until the sale ends).';
  await letThrough();
  expect((await site.ledger()).history.at(-1)).toMatchObject({
    action: 'publish',
    overBudget: 'until the sale ends',
  });
  expect(await site.status()).toContain(line);
  await site.runPublishCommandLine('pricing', 'light');
  expect(await site.status()).not.toContain('over budget');
  // A rollback is never held up by the budget.
  await site.runCommandLine('rollback', 'pricing');
  expect(await site.status()).toContain(line);
});

test('a reason that was not needed is not recorded', async () => {
  await site.runPublishCommandLine('pricing', 'light', '--over-budget', 'to be sure');
  const entry = (await site.ledger()).history.at(-1);
  expect(entry).toMatchObject({ action: 'publish' });
  expect(entry).not.toHaveProperty('overBudget');
});

test('a release over budget may shrink without a reason, but not grow', async () => {
  const publishOf = async (app: string, text: string) =>
    (await site.runPublishCommandLine(app, text)).code;
  await letThrough();
  expect(await publishOf('signup', 'v2')).toBe(0);
  expect(await publishOf('pricing', heavy(500))).toBe(0);
  expect(await publishOf('pricing', heavy(900))).toBe(1);
});

test('a new remote has its own limit, even if the host is at its limit', async () => {
  const { size } = await stat(path.join(site.folder, `assets/host/${fakeScript('v1')}.br`));
  await site.runCommandLine('settings', '--budget', `host.script=${size}`);
  site = site.again({ apps: [...site.tool.apps, 'reviews'] });
  const publishNew = (bytes: number) => {
    return site.runPublishCommandLine('reviews', heavy(bytes));
  };
  // A remote of `npm run new` takes 1.7 KB.
  expect(await publishNew(1800)).toMatchObject({ code: 0 });
  const { code, err } = await publishNew(12_500);
  expect(code).toBe(1);
  expect(err).toMatch(/^reviews +script +index\.html +[\d,]+ +12,000 +\+[\d,]+$/m);
  expect(err).toMatch(/settings --budget reviews\.script=\d+$/m);
  expect(err).not.toMatch(/^(?:host|pricing) +script/m);
});

/** A site whose pages show the texts of host and pricing, with one page more for each `+` of the host. */
function withText() {
  const compose = composeWith(async (pages, { releases }) => {
    const said = async (app: string) => (await releases[app]?.readGuestBundle()) ?? '';
    const host = await said('host');
    const pricing = await said('pricing');
    const slot = `<div data-slot="pricing/PricingSection"><p>${pricing}</p></div>`;
    const more = [...host.matchAll(/\+/g)].map((_plus, n) => `page-${n}.html`);
    for (const name of more) pages.set(name, pages.get('index.html') ?? Buffer.from(''));
    for (const [name, bytes] of pages)
      pages.set(name, Buffer.from(`${String(bytes)}<h1>${host}</h1>${slot}`));
  });
  site = site.again({ compose });
}

const write = (app: string, text: string, ...words: string[]) => {
  site.sources.set(app, text);
  site.servers.set(app, text);
  return site.runCommandLine('publish', app, ...words);
};

test('a team is refused only for the HTML of its own module', async () => {
  withText();
  await site.runCommandLine(
    'settings',
    '--budget',
    'host.html=400',
    '--budget',
    'pricing.html=300',
  );
  expect(await write('pricing', 'v2 a word')).toMatchObject({ code: 0 });
  // The page is over the sum of the limits of its apps.
  expect(await write('host', heavy(9000))).toMatchObject({ code: 1 });
  expect(await write('host', heavy(9000), '--over-budget', 'a film')).toMatchObject({ code: 0 });
  expect(await write('pricing', 'v3 two words')).toMatchObject({ code: 0 });
  const { code, err } = await write('pricing', heavy(600));
  expect([code, err]).toEqual([1, expect.stringMatching(/^pricing +html +\S+ +[\d,]+ +300 /m)]);
  expect(err).not.toMatch(/^host/m);
  const status = await site.runCommandLine('status');
  expect(status.out).toContain('Accepted over budget: host (a film)');
  expect(status.out).not.toContain('over budget: pricing');
});

test('of several published apps, the reason is kept only for those over budget', async () => {
  site.sources.set('pricing', heavy(600));
  site.sources.set('signup', 'v2');
  await site.runCommandLine('publish', 'pricing', 'signup', '--over-budget', 'the sale');
  const { out } = await site.runCommandLine('status');
  expect(out).toContain('over budget: pricing (the sale)');
  expect(out).not.toContain('over budget: signup');
});

test('a host at its limit may grow by a fixed number of bytes for each new page', async () => {
  withText();
  const sizeOf = async (text: string) =>
    (await stat(path.join(site.folder, `assets/host/${fakeScript(text)}.br`))).size;
  await write('host', 'v2');
  await site.runCommandLine('settings', '--budget', `host.script=${await sizeOf('v2')}`);
  const row = heavy(100);
  expect(await write('host', `v3 ${row}`)).toMatchObject({ code: 1 });
  expect(await write('host', `v3 ${row} +`)).toMatchObject({ code: 0 });
  expect(await write('host', `${heavy(900)} + +`)).toMatchObject({ code: 1 });
});

test('a release may set its own limit, which the site can override', async () => {
  const publish = (bytes: number) => {
    site = site.again({
      buildApp: async (app) => {
        const { manifest, ...files } = fakeRelease(app, heavy(bytes));
        const own = { ...manifest, budget: { script: 14_000 } };
        const folder = path.join(site.root, `dist/${bytes}`);
        return {
          folder: await releaseFolder(folder, { manifest: own, ...files }),
          isUntested: true,
        };
      },
    });
    return site.runCommandLine('publish', 'signup');
  };
  expect(await publish(13_000)).toMatchObject({ code: 0 });
  await site.runCommandLine('settings', '--budget', 'signup.script=13500');
  expect((await publish(13_700)).err).toMatch(/^signup +script +index\.html +[\d,]+ +13,500 /m);
  await site.runCommandLine('settings', '--budget', 'signup.script=none');
  expect(await publish(13_600)).toMatchObject({ code: 0 });
});
