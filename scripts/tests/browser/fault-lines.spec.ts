import { listFaults, readVisits } from '@composed/release/inspect/stacks/faults';
import { explain } from '@composed/release/inspect/stacks/explain';
import type { Resolution } from '@composed/release/inspect/stacks/resolve';
import { countTelemetry } from './change-site';
import { expect, test } from '../helpers/fixtures';
import { startS3Proxy } from '../helpers/s3-proxy';
import { aTeam, unchecked } from '../helpers/team';
import { visitorAddress } from '@composed/testing/server/visitor-address';
import type { EnginePage } from './engines/engine';
import { engineNamed } from './engines/fixtures';

// From a visitor's page to the line of the source, in three engines. One worker: the builds are made once.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: undefined });

const [section, start, ui] = [
  'remote-pricing/src/PricingSection.tsx',
  'shared/platform/host/src/start-site.tsx',
  'shared/src/ui/VisuallyHidden.tsx',
] as const;

/**
 * Every line that throws names its fault; the part of the address after # asks for one. Calls stand in blocks:
 * WebKit forgets who called in the last place of a function.
 */
const edits = [
  [
    ui,
    'export const VisuallyHidden',
    `export const call = (runs: (() => void)[]) => {
  runs.forEach((run) => {
    run();
  });
};
export const VisuallyHidden`,
  ],
  [section, '{ useId }', '{ useEffect, useId }'],
  [section, '{ VisuallyHidden }', '{ call, VisuallyHidden }'],
  [
    section,
    '  const newsId = useId();',
    `  const asked = globalThis.location?.hash ?? '';
  if (asked.startsWith('#render'))
    throw new Error(asked); // render
  useEffect(() => {
    if (asked.startsWith('#effect'))
      throw new Error(asked); // effect
    if (asked.startsWith('#promise'))
      void Promise.reject(new Error(asked)); // promise
  }, [asked]);
  const fail = () => {
    throw new Error(asked); // handler
  };
  const newsId = useId();`,
  ],
  [
    section,
    '<p className={styles.contact}>',
    '<button type="button" onClick={() => { call([fail]); }}>Fail</button><p>',
  ],
  [
    start,
    '/**\n * Starts a site',
    `if (location.hash.startsWith('#modules'))
  throw new Error(location.hash); // modules
/**
 * Starts a site`,
  ],
  [
    start,
    '  keepStaticMarkup(root);',
    `  if (location.hash.startsWith('#start'))
    throw new Error(location.hash); // start
  keepStaticMarkup(root);`,
  ],
] as const;

/** Fault → file that throws, and what it was doing. */
const faults: Readonly<Record<string, readonly [file: string, stage: string]>> = {
  render: [section, 'render'],
  effect: [section, 'effect'],
  handler: [section, 'script'],
  promise: [section, 'script'],
  modules: [start, 'script'],
  start: [start, 'script'],
};

/** Stacks differ by engine, and little by fault: all in one engine, the others between the two that are slower to start. */
const faultsIn: Readonly<Record<string, readonly string[]>> = {
  chromium: Object.keys(faults),
  firefox: ['render', 'handler', 'modules'],
  webkit: ['effect', 'handler', 'promise', 'start'],
};

/** A site whose pricing and host fail where an address asks for it, and which counts what visits tell. */
async function startFailingSite() {
  const team = await aTeam();
  const texts = new Map<string, string>();
  for (const [file, before, after] of edits) texts.set(file, await team.edit(file, before, after));
  // Other checks are not the subject here.
  const others = ['--skip-hydration', '--over-budget', '--allow-no-rollback'];
  const waived = others.flatMap((option) => [option, 'A test']);
  await team.mustRelease('publish', 'pricing', 'host', ...unchecked, ...waived);
  await team.mustRelease('preview', 'pricing', '--name', 'broken');
  const { dataDir, url } = team.site;
  const store = await countTelemetry(team.site);
  // A proxy in front: each request comes from a network of its own, so that all faults count.
  const front = await startS3Proxy(url, () => ({ 'x-forwarded-for': visitorAddress() }));
  return {
    ...{ url: front.url, ownUrl: url, dataDir, store },
    lineOf(file: string, fault: string) {
      const lines = texts.get(file)?.split('\n') ?? [];
      const at = lines.findIndex((line) => line.endsWith(`// ${fault}`));
      return { source: file, line: at + 1, code: lines[at]?.trim() };
    },
    stop: async () => {
      await front.stop();
      await team.stop();
    },
  };
}

type Visitor = Pick<EnginePage, 'goto' | 'click' | 'evaluate'>;

/** In the page: what it reported, once the script that sends it is there too. */
const readReport = () => {
  const named = (type: string, name: RegExp) =>
    performance.getEntriesByType(type).find((entry) => name.test(entry.name));
  const isHeard = named('resource', /\/telemetry\.\w+\.js$/) !== undefined;
  const mark = named('mark', /^failed:/) as PerformanceMark | undefined;
  return isHeard ? ((mark?.detail as { stack: string } | undefined)?.stack ?? null) : null;
};

for (const [engine, asked] of Object.entries(faultsIn)) {
  test(`what fails in ${engine} is told by the line that throws`, async ({
    perWorker,
    page,
    allowConsole,
  }) => {
    allowConsole(/failed: Error: #/);
    const start = engine === 'chromium' ? null : engineNamed(engine);
    test.skip(start === undefined, `${engine} is not installed`);
    const site = await perWorker('failing site', startFailingSite);
    const other = start && (await (await perWorker(engine, start)).open());
    const visitor: Visitor = other ?? {
      goto: async (url) => void (await page.goto(url)),
      click: (selector, hasText) => page.locator(selector, { hasText }).click(),
      evaluate: (run, argument) => page.evaluate(run as never, argument),
    };
    const explained: Record<string, readonly Resolution[]> = {};
    for (const fault of asked) {
      await visitor.goto(`${site.url}/#${fault}-${engine}`);
      if (fault === 'handler') await visitor.click('button', 'Fail');
      const report = () => visitor.evaluate(readReport, null);
      await expect.poll(report, `${fault} in ${engine}`).not.toBeNull();
      const { lines } = await explain(site.store, (await report()) ?? '');
      explained[fault] = lines.flatMap(({ frame }) => frame ?? []);
      // The page is left, and says so.
      await visitor.goto('about:blank');
    }
    await other?.close();

    const expected = asked.map((fault) => {
      const [file = '', stage] = faults[fault] ?? [];
      return { ...site.lineOf(file, fault), stage };
    });
    expect(Object.values(explained).map(([first]) => first)).toEqual(
      expected.map(({ source, line, code }) => expect.objectContaining({ source, line, code })),
    );
    // Of a build of another app, and of its libraries.
    expect(explained['handler']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ app: 'pricing', source: ui }),
        expect.objectContaining({ app: 'host', library: 'react-dom' }),
      ]),
    );
    const counted = async () => {
      const listed = await listFaults(site.store, readVisits(site.dataDir));
      // Of a team's own message nothing is sent.
      return listed
        .filter(({ cause }) => cause === 'Error')
        .map(({ place, code, stage }) => ({ place, code, stage }));
    };
    await expect.poll(counted).toEqual(
      expect.arrayContaining(
        expected.map(({ source, line, code, stage }) => ({
          ...{ place: `${source}:${line}`, code, stage },
        })),
      ),
    );
  });
}

test.describe('in a preview', () => {
  // A visitor without a proxy, of a local site, is at the machine.
  test.use({ extraHTTPHeaders: {} });

  test('the overlay of a preview shows the line to who is at the machine, and to others what does', async ({
    perWorker,
    page,
    expectConsole,
  }) => {
    expectConsole(/failed: Error: #render/);
    const site = await perWorker('failing site', startFailingSite);
    const fault = page
      .getByRole('complementary', { name: 'Review overlay' })
      .getByRole('listitem')
      .filter({ hasText: 'Error: #render' });
    const { source, line, code = '' } = site.lineOf(section, 'render');
    await page.goto(`${site.ownUrl}/preview/broken/#render`);
    await expect(fault).toContainText(`${source}:${line}`);
    await expect(fault).toContainText(code);
    expectConsole(/404/);
    await page.goto(`${site.url}/preview/broken/#render`);
    await expect(fault).toContainText(
      /printf .* pricing\/\S+\.js:\d+:\d+ .*npm run release -- explain/,
    );
  });
});
