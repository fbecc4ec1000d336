import { createHash } from 'node:crypto';
import { readLedger } from '../../release/ledger';
import { siteReport } from '../../release/reports/site-report';
import { renderSitePage } from './page';
import { aFolderSite, type FolderSite } from '../../testing/release/a-folder';
import { fakeVersion } from '../../testing/release/fake-release';

let site: FolderSite;

beforeEach(async () => {
  site = await aFolderSite({ by: 'Ada <script>' });
  await site.publishAll();
});

afterEach(() => site.dispose());

const page = async () => renderSitePage(await siteReport(site.tool.store));

test('the page shows each release, its sizes, previews and history', async () => {
  await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
  const text = await page();
  for (const app of ['host', 'pricing', 'signup']) expect(text).toContain(fakeVersion(app, 'v1'));
  expect(text).toContain('href="/preview/spring/"');
  expect(text).toMatch(/aria-label="[\d.]+ K?B script, 0 B style, 4 B other"/);
  expect(text).toContain('just now');
});

test('the page shows which releases can be rolled back, and to what', async () => {
  await site.publish('pricing', 'v2');
  const text = await page();
  expect(text).toContain('Ways back');
  expect(text).toMatch(new RegExp(`pricing</th>\\s*<td><code>${fakeVersion('pricing', 'v1')}`));
  expect(text).toContain('possible');
});

test('nothing that people typed becomes markup', async () => {
  const text = await page();
  expect(text).not.toContain('<script');
  expect(text).toContain('Ada &lt;script&gt;');
});

test('its one style matches the hash of its policy', async () => {
  const text = await page();
  const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(text).toContain(`style-src &#39;sha256-${hash}&#39;`);
});

test('a new site has a page too', async () => {
  const empty = await aFolderSite();
  try {
    expect(renderSitePage(await siteReport(empty.tool.store))).toContain('Nothing is live yet.');
  } finally {
    await empty.dispose();
  }
});

test('the report counts what visitors download: compressed copies, and pictures as they are', async () => {
  const { apps, interrupted } = await siteReport(site.tool.store);
  const objects = await site.tool.store.list('assets/pricing/');
  const expected = objects
    .filter(({ key }) => /\.(br|webp)$/.test(key))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  expect(apps.find(({ app }) => app === 'pricing')?.sizes.total).toBe(expected);
  expect(interrupted).toBe(false);
});

test('a cut-off command shows', async () => {
  const { live } = await readLedger(site.tool.store);
  await site.publish('pricing', 'v2');
  await site.tool.store.point('live', live?.composition ?? '');
  expect(await page()).toContain('A command was cut off.');
});
