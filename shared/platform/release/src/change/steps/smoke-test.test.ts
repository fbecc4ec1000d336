import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { smokeTestedFile } from '@composed/apps/read-build-folder';
import { aLiveSite, type FolderSite, passedSmokeTest } from '@composed/testing/release/folder-site';
import { composeWith } from '@composed/testing/release/fake-compose';
import { fakeScript, writeStats } from '@composed/testing/release/fake-release';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
});

/** A page that loads a script of this app. */
function pageWith(app: string): Buffer {
  const script = { src: `/assets/${app}/main.js`, integrity: `sha384-${'a'.repeat(64)}` };
  const pins = { host: 'h', basePath: '', remotes: {}, preloads: [script] };
  return Buffer.from(`<script type="application/json" id="pins">${JSON.stringify(pins)}</script>`);
}

/** Makes pages load the host's scripts alone. */
function hostPages(pages: Map<string, Buffer>) {
  for (const name of pages.keys()) pages.set(name, pageWith('host'));
  return pages;
}

/** The same site with another deployment: one page changed, or gone. */
function withPages([name, text]: readonly [string, string | null]): FolderSite {
  return site.again({
    buildApp: async (app, checks) => ({
      ...(await site.tool.buildApp(app, checks)),
      isUntested: true,
    }),
    compose: composeWith((pages) => {
      if (text === null) pages.delete(name);
      else for (const each of pages.keys()) pages.set(each, Buffer.from(text));
    }),
  });
}

test('a build is smoke-tested at its first publish, and not again', async () => {
  const calls: unknown[] = [];
  const row = Buffer.from('<script id="row">{"path":"/stalls/:id","row":{}}</script>');
  const names = Array.from({ length: 50 }, (_, n) => `stalls/${n}.html`);
  const watched = site.again({
    buildApp: async (app, checks) => {
      const { folder } = await site.tool.buildApp(app, checks);
      return { folder, isUntested: !existsSync(path.join(folder, smokeTestedFile)) };
    },
    compose: composeWith((pages) => {
      hostPages(pages).set('a.html', pageWith('pricing'));
      for (const name of names) pages.set(name, Buffer.concat([pageWith('pricing'), row]));
    }),
    smokeTestPages: (_all, names, _store, options) => {
      calls.push([names, options?.apps]);
      const untested = ['pricing/PricingSection'];
      const unanswered = ['/api/stalls'];
      return Promise.resolve({ ...passedSmokeTest, untested, unanswered, isSandboxed: false });
    },
  });
  site.sources.set('pricing', 'v2');
  expect((await watched.runCommandLine('publish', 'pricing')).out).toContain(
    'Smoke-test the pages that show pricing · 21 pages of 51 with the embedded services behind them, no service answers /api/stalls, without a smoke test of pricing/PricingSection: no link beside it leads to a page without it, the browser ran without its sandbox, which this account cannot use',
  );
  await watched.rollback('pricing');
  expect(await watched.runCommandLine('publish', 'pricing')).toMatchObject({ code: 0 });
  // Twenty pages of the one row of data are opened, from the first to the last.
  const some = names.filter((_, n) => n % 5 === 0 || n % 5 === 3);
  expect(calls).toEqual([[['a.html', ...some], ['pricing']]]);
});

test('pages that do not work in a browser are refused, unless a reason is given', async () => {
  site.sources.set('pricing', 'v2');
  const calls: unknown[] = [];
  let isAnywhere = false;
  const source = 'shared/platform/release/src/change/steps/check-budget.ts';
  const broken = site.again({
    buildApp: async (app, checks) => {
      calls.push(checks.types);
      const { folder } = await site.tool.buildApp(app, checks);
      writeStats(folder, app, { [source]: 1 });
      return { folder, isUntested: true };
    },
    compose: composeWith((pages) => {
      hostPages(pages).set('index.html', pageWith('pricing')).set('other.html', pageWith('signup'));
    }),
    // The live pages have no faults, nor has a visitor in the place of composing.
    smokeTestPages: (all, names, _store, { visitor } = {}) =>
      Promise.resolve({
        ...passedSmokeTest,
        faults: new Map(
          names
            .filter(() => all.has('other.html') && (isAnywhere || !visitor))
            .map((page) => [
              `${page}: no stall\n\u001B[2J::error::today, React error #418 Trusted Types refuse text, React error #482, <title> left out of the head`,
              `Error: no stall\n    at Stall (http://localhost/assets/pricing/${fakeScript('v2')}:7:1)`,
            ]),
        ),
      }),
  });
  const lines = (await readFile(source, 'utf8')).split('\n');
  const line = lines.findIndex((each) => each.includes('toLocaleString')) + 1;
  const shownLine = lines[line - 1];
  const { code, err } = await broken.runCommandLine('publish', 'pricing');
  expect({ code, err }).toEqual({
    code: 1,
    err: [
      'The pages do not work in a browser, and the live site is unchanged.',
      'index.html: no stall  [2J::error::today, React error #418 Trusted Types refuse text, React error #482, <title> left out of the head (remote-pricing/src/main.ts:7: say(7);)',
      'The text differs from the composed one only in German and in the time zone of Tokyo: give toLocaleString and Intl a locale and a time zone, or show what depends on the visitor after mounting.',
      'Numbers and dates are formatted here:',
      `  ${source}:${line}: ${shownLine}`,
      'A component is async, which no browser renders: load from an effect, or read a promise with use(…) in a Suspense.',
      'Render elements instead of setting innerHTML or dangerouslySetInnerHTML. For a library that needs these, the owner of the site can write "trustedTypes": "off" under site in the package.json that describes it; browsers then stop less injected markup.',
      'Nothing is rendered into the head: set title and description in microFrontend.pages, in the host’s routes, or in the module’s export head.',
      'Fix them, or skip this check with a reason, which the history keeps: --skip-smoke-test "<reason>".',
      '',
    ].join('\n'),
  });
  isAnywhere = true;
  const elsewhere = (await broken.runCommandLine('publish', 'pricing')).err;
  expect(elsewhere).toContain('in every language and time zone: render only what depends on props');
  expect(elsewhere).not.toMatch(/Tokyo|numbers and dates/);
  const reasons = ['--skip-hydration', 'the browser is old', '--skip-types', 'a draft'];
  expect(await broken.runCommandLine('publish', 'pricing', ...reasons)).toMatchObject({ code: 0 });
  expect(calls).toEqual([true, true, false]);
  const { out } = await site.runCommandLine('status');
  expect(out).toContain('Accepted without a smoke test: pricing (the browser is old).');
  expect(out).toContain('Accepted with types unchecked: pricing (a draft).');
  const stored = await site.tool.store.readLedger();
  expect(stored?.text).toContain('"skipHydration": "the browser is old"');
});

test('faults that the live pages have too are reported, and do not refuse a release', async () => {
  const stay = 'index.html: [signup 0123456789ab ./SignupPage] effect failed: Error: no form';
  // Which of two errors comes first, and after which press, differs from try to try.
  const before = [
    'a.html after a link: [account 0123456789ab ./Account] render failed: Error: no name',
    'index.html at a press: [signup 0123456789ab ./SignupPage] effect failed: TypeError: null',
    'index.html: [pricing ffffffffffff ./PricingSection] render failed: Error: no stall',
  ];
  const first = 'a.html: [cart 0123456789ab ./MiniCart] effect failed: Error: no cart';
  const ownFault =
    'index.html: [pricing 0123456789ab ./PricingSection] render failed: Error: no stall';
  const other = 'index.html: [signup 0123456789ab ./SignupPage] render failed: Error: no link';
  const publish = (...faults: string[]) =>
    site
      .again({
        buildApp: async (app, checks) => ({
          ...(await site.tool.buildApp(app, checks)),
          isUntested: true,
        }),
        compose: composeWith((pages) => {
          const slot = Buffer.from('<div data-slot="signup/SignupPage"></div>');
          const release = Buffer.from(site.sources.get('pricing') ?? '');
          const bytes = Buffer.concat([pageWith('pricing'), slot, release]);
          pages.set('index.html', bytes).set('a.html', pageWith('pricing'));
        }),
        smokeTestPages: (pages) => {
          const isLive =
            pages.get('index.html')?.includes(site.sources.get('pricing') ?? '') === false;
          const found = isLive ? before : faults;
          const all = new Map(found.map((fault) => [fault, '']));
          return Promise.resolve({ ...passedSmokeTest, faults: all });
        },
      })
      .runCommandLine('publish', 'pricing');
  site.sources.set('pricing', 'v2');
  const account = 'index.html: [account 0123456789ab ./Account] render failed: Error: empty';
  const { code, err } = await publish(stay, account, first, ownFault);
  expect([code, err]).toEqual([1, expect.stringContaining('no stall')]);
  expect(err).not.toMatch(/no form|no cart|empty/);
  const { out } = await publish(stay, first);
  expect(out).toMatch(
    /already failing on the live site: index\.html: \[signup .* no form, .*no cart/,
  );
  site.sources.set('pricing', 'v3');
  expect(await publish(other)).toMatchObject({ code: 1 });
});

const entry = '/assets/pricing/main.js';
const pricing = { version: 'v', entry, global: 'remote_pricing', exposes: {} };
const pins = JSON.stringify({ host: 'h', basePath: '', remotes: { pricing } });

test.each([
  [
    'name an app and do not show it',
    `<script type="application/json" id="pins">${pins}</script>`,
    'Pages pin pricing, but no page shows one of its modules; the live site is unchanged.\n',
  ],
  ['have no pins', '<p>Mine</p>', 'index.html has no pins, and the live site is unchanged.\n'],
])('pages that %s are refused', async (_what, page, sentence) => {
  site.sources.set('pricing', 'v2');
  const { code, err } = await withPages(['index.html', page]).runCommandLine('publish', 'pricing');
  expect({ code, err }).toEqual({ code: 1, err: sentence });
});

test('a live page can be lost only by a release of the host', async () => {
  const without = withPages(['404.html', null]);
  site.sources.set('pricing', 'v2');
  const { code, err } = await without.runCommandLine('publish', 'pricing');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The pages would be without 404.html, although the host is the same. The live site is unchanged.\n',
  });
  site.sources.set('host', 'v2');
  expect(await without.runCommandLine('publish', 'host')).toMatchObject({ code: 0 });
});

test('the new pages after a removal are smoke-tested, and need a reason if they fail', async () => {
  const calls: unknown[] = [];
  const showing = site.again({
    compose: async (input) => {
      const composed = await site.tool.compose(input);
      const namesOfApps = Buffer.from(`<body>${Object.keys(input.releases).join()}</body>`);
      const pages = hostPages(new Map(composed.pages));
      pages.set('index.html', Buffer.concat([pageWith('host'), namesOfApps]));
      return { ...composed, pages };
    },
    smokeTestPages: (pages, names, _store, options) => {
      calls.push([names, options?.apps]);
      const isNew = !pages.get('index.html')?.includes('pricing');
      const faults = new Map(isNew ? [['index.html: no data', '']] : []);
      return Promise.resolve({ ...passedSmokeTest, faults });
    },
  });
  const remove = (...reason: string[]) =>
    showing.runCommandLine('remove', 'pricing', '--shown', ...reason);
  const { code, err } = await remove();
  expect([code, err]).toEqual([1, expect.stringContaining('index.html: no data\nFix them, or')]);
  // The second look is at the live page.
  expect(calls).toEqual([
    [['index.html', '404.html'], ['host']],
    [['index.html'], ['host']],
  ]);
  const reason = ['--skip-smoke-test', 'it sells what is gone'];
  expect(await remove(...reason)).toMatchObject({ code: 0 });
  expect((await showing.runCommandLine('history')).out).toContain('it sells what is gone');
  expect(await showing.runCommandLine('rollback', 'pricing')).toMatchObject({ code: 0 });
  expect(calls).toHaveLength(2);
});
