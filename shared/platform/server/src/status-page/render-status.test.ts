import { listFaults, readVisits } from '@composed/release/stacks/faults';
import { createSiteReport } from '@composed/release/inspect/reports/site-report';
import type { Telemetry } from '@composed/contracts/telemetry';
import { closeDatabase, openDatabase } from '@composed/http/database/open';
import { day, hour, createTelemetryCounts } from '@composed/http/telemetry/count-visits';
import { renderStatusPage } from './render-status';
import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeScript, fakeVersion, shortVersion } from '@composed/testing/release/fake-release';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite({ by: 'Ada <script>' });
});

async function known({ root, tool }: FolderSite = site) {
  const visits = readVisits(root);
  const faults = await listFaults(tool.store, visits);
  return { report: await createSiteReport(tool.store), visits, faults };
}

const page = async () => String(renderStatusPage(await known()));

test('the page shows each release, its sizes, previews and history', async () => {
  await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
  const text = await page();
  for (const app of ['host', 'pricing', 'signup']) expect(text).toContain(shortVersion(app, 'v1'));
  expect(text).toContain('href="/preview/spring/"');
  expect(text).toMatch(/<td>[\d.]+ K?B<\/td>\s*<td>0 B<\/td>\s*<td>4 B<\/td>/);
  expect(text).toContain('just now');
  await site.publish('pricing', 'v2');
  const v1 = shortVersion('pricing', 'v1');
  const v2 = shortVersion('pricing', 'v2');
  expect(await page()).toContain(`Rollback: pricing ${v2} → ${v1}.`);
});

test('a release that was built from edited files is marked', async () => {
  const { report, ...seen } = await known();
  const apps = report.apps.map((app) => ({ ...app, commit: 'a'.repeat(40) + '-dirty' }));
  const edited = renderStatusPage({ report: { ...report, apps }, ...seen });
  expect(String(edited)).toContain('aaaaaaaa with edits');
  expect(await page()).not.toContain('with edits');
});

test('the page shows a canary without a judge, and an interrupted command', async () => {
  await site.runPublishCommandLine('pricing', 'v2', '--canary', '5');
  const canary = `Canary: pricing ${shortVersion('pricing', 'v2')} for 5 % of the visitors`;
  expect(await page()).toContain(canary);
  expect(await page()).toContain('Nobody judges it: telemetry is off, or goes elsewhere.');
  await site.tool.store.setAlias('canary', null);
  expect(await page()).toContain('A command was interrupted;');
});

test('a new site has a status page', async () => {
  expect(String(renderStatusPage(await known(aFolderSite())))).toContain('Nothing is live yet.');
});

test('while the store is unavailable the page shows the last known status', async () => {
  const text = (seen: Parameters<typeof renderStatusPage>[0]) =>
    String(renderStatusPage(seen, new Date(0))).replaceAll(/\s+/g, ' ');
  expect(text(await known())).toContain('since 1970-01-01T00:00:00.000Z. This is what was');
  expect(text(null)).toContain('since 1970-01-01T00:00:00.000Z. This page will show');
  expect(text(null)).not.toContain('revision');
});

test('the report counts downloaded bytes: compressed copies, and images as they are', async () => {
  const { apps, interrupted } = await createSiteReport(site.tool.store);
  const objects = await site.tool.store.list('assets/pricing/');
  const expected = objects
    .filter(({ key }) => /\.(br|webp)$/.test(key))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  expect(apps.find(({ app }) => app === 'pricing')?.sizes.total).toBe(expected);
  expect(interrupted).toBe(false);
});

/** Counts visits to a release of pricing, each with a fault of that cause, some milliseconds ago. */
async function count(
  pricing: string,
  cause: string,
  ago: number,
  visits: number,
  frames?: readonly string[],
) {
  const database = openDatabase(site.root);
  const counts = createTelemetryCounts(database);
  const version = fakeVersion('pricing', pricing);
  const fault = {
    app: 'pricing',
    expose: './PricingSection',
    stage: 'render',
    version,
    cause,
    ...(frames ? { frames: [...frames] } : {}),
  };
  const releases = { host: fakeVersion('host', 'v1'), pricing: version };
  const visit: Telemetry = {
    releases,
    faults: [fault],
    age: 0,
    complete: true,
    lcp: 1000,
  };
  const counting = {
    releases,
    since: 0,
    decides: true,
  };
  const at = Date.now() - ago;
  for (let index = 0; index < visits; index += 1) counts.count(visit, counting, at);
  await counts.flush(at);
  closeDatabase(database);
}

/** The cells of a row, as text. */
const cellsOf = (text: string, cell: string) =>
  (text.split(/<\/?tr>/).find((row) => row.includes(cell)) ?? '')
    .replaceAll(/<[^>]*>/g, '|')
    .split(/\s*\|[|\s]*/)
    .filter(Boolean);

test('the page lists faults with their visits and releases', async () => {
  await count('v1', 'Error: old', 20 * day, 1);
  await count('v1', 'Error: old', 5 * hour, 2);
  await site.publish('pricing', 'v2');
  await count('v2', 'Error: old', 5 * hour, 3);
  const script = fakeScript('v2');
  // Two browsers name the same line with different columns.
  await count('v2', 'Error: <new>', 0, 3, [`pricing/${script}:3:1`]);
  await count('v2', 'Error: <new>', 0, 1, [`pricing/${script}:3:9`, `host/${script}:1:1`]);
  const text = await page();
  const v1 = shortVersion('pricing', 'v1');
  const v2 = shortVersion('pricing', 'v2');
  const fault = ['PricingSection', 'render'];
  const by = 'Ada &lt;script&gt;';
  // Counts are kept by the full hour.
  const seenAt: unknown = expect.stringMatching(/^(?:just now|\d+ minutes? ago)$/);
  expect(cellsOf(text, 'Error: &lt;new')).toEqual([
    'pricing',
    v2,
    by,
    ...fault,
    'remote-pricing/src/main.ts:3',
    '4',
    '57.1 %',
    seenAt,
    seenAt,
    'this release',
    'Error: &lt;new&gt;',
  ]);
  const rows = text
    .split('Error: old')
    .slice(0, 2)
    .map((row) => row.split('<tr>').at(-1) ?? '');
  expect(rows.map((row) => cellsOf(row, ''))).toEqual([
    ['pricing', v2, by, ...fault, '–', '3', '42.9 %', '5 hours ago', '5 hours ago', v1],
    ['pricing', v1, by, ...fault, '–', '2', '100 %', '20 days ago', '5 hours ago', 'this release'],
  ]);
  expect(cellsOf(text, 'Live</th>')).toEqual(['Live', '7', '100.0 %', '0.0 %', '1052 ms', '–']);
  expect(text).not.toContain('<script');

  const tool = site.again({ readVisits: () => Promise.resolve(readVisits(site.root)) });
  const { out } = await tool.runCommandLine('faults');
  const row = `pricing +${v2} .* render +remote-pricing/src/main\\.ts:3 +4 +57\\.1 % .* Error: <new>`;
  expect(out).toMatch(new RegExp(`^App +Release +By .*\n[─ ]+\n${row}\n`));
  const [first, ...otherFaults] = JSON.parse(
    (await tool.runCommandLine('faults', '--json')).out,
  ) as unknown[];
  expect(first).toMatchObject({
    app: 'pricing',
    version: fakeVersion('pricing', 'v2'),
    code: 'say(3);',
    inDay: 4,
  });
  expect(otherFaults).toHaveLength(2);
  expect((await site.runCommandLine('faults')).out).toBe(
    'No faults were reported in the last day.\n',
  );
});

test('without telemetry the page has no sections for it', async () => {
  expect(await page()).not.toMatch(/Faults|Visits/);
});
