import { aFolderSite } from '@composed/testing/release/folder-site';
import { composeWith } from '@composed/testing/release/fake-compose';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { snapshot } from '@composed/testing/release/served-files';

/** A site whose pages name their release of pricing, in text and policy. */
const site = aFolderSite({
  compose: composeWith(async (pages, { releases }) => {
    const server = (await releases['pricing']?.readGuestBundle()) ?? 'nobody';
    const [, name = server] = /renders (\w+)/.exec(server) ?? [];
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${name}' 'sha384-${name}'">`;
    const text = Buffer.from(`${policy}<p>Prices of ${name}</p><p>Terms</p>`);
    for (const [page, bytes] of pages) pages.set(page, Buffer.concat([bytes, text]));
  }),
});
const first = shortVersion('pricing', 'v1');
const second = shortVersion('pricing', 'v2');
let before = '';

beforeAll(async () => {
  await site.publishAll();
  await site.publish('pricing', 'v2');
  await site.publish('signup', 'v2');
  before = await snapshot(site.folder);
});

afterEach(async () => expect(await snapshot(site.folder)).toBe(before));

test('history shows revisions, and can be limited to an app and a time', async () => {
  const { out } = await site.runCommandLine('history');
  expect(out).toMatch(/^When \(UTC\) +Revision +Action/);
  const entries = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await site.runCommandLine('history', '--json', ...args)).out);
  const revisions = (...numbers: number[]) => numbers.map((revision) => ({ revision }));
  expect(await entries()).toMatchObject(revisions(3, 2, 1));
  expect(await entries('--app', 'pricing')).toMatchObject(revisions(2, 1));
  expect(await entries('--app', 'pricing', '--since', '1h')).toMatchObject(revisions(2, 1));
  expect(await entries('--since', '2999-01-01')).toEqual([]);
  const { code, err } = await site.runCommandLine('history', '--since', 'monday');
  expect([code, err]).toEqual([2, expect.stringMatching(/^"--since" takes a span before now/)]);
  const mistyped = await site.runCommandLine('history', '--app', 'pricng');
  expect(mistyped.err).toContain('"pricng". Did you mean pricing? It can be');
});

test('status --at shows a past deployment', async () => {
  const { out } = await site.runCommandLine('status', '--at', '1');
  expect(out).toMatch(/^Live since \d{4}-\d\d-\d\d \d\d:\d\d in /);
  expect(out).toContain(first);
  expect(out).not.toContain(second);
  expect(out).toContain('revision 1');
  expect(out).not.toContain('interrupted');
  const { code, err } = await site.runCommandLine('status', '--at', 'monday');
  expect([code, err]).toEqual([1, expect.stringContaining('"monday": name a time, a revision or')]);
});

test('diff shows the changed releases, and the changes in each page', async () => {
  const { out } = await site.runCommandLine('diff', '2', '1');
  const size = String.raw`[\d.]+ K?B → [\d.]+ K?B`;
  const pages = `\n404.html ${size}, and 1 page as well\n  - script-src 'v1'\n  - Prices of v1\n  \\+ script-src 'v2'\n  \\+ Prices of v2\n`;
  const when = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
  const what = `${when} +2 +publish +pricing ${first} → ${second} +Ada`;
  expect(out).toMatch(new RegExp(`\n${what}\n${pages}$`));
  expect((await site.runCommandLine('diff', '3')).out).toBe('Nothing differs.\n');
  const whole: unknown = JSON.parse((await site.runCommandLine('diff', '1', '--json')).out);
  expect(whole).toMatchObject({ history: [{ revision: 3 }, { revision: 2 }] });
});

test('a diff from a time before the history starts at its beginning', async () => {
  const { code, out } = await site.runCommandLine('diff', '2d');
  expect(code).toBe(0);
  expect(out).toMatch(/^The history begins at .{16} \(UTC\), after "2d": it starts there\.\n/);
  const whole: unknown = JSON.parse((await site.runCommandLine('diff', '2d', '--json')).out);
  expect(whole).toMatchObject({ history: [{ revision: 3 }, { revision: 2 }] });
});

test('people see short versions, which commands accept, and machines whole ones', async () => {
  const rollback = `rollback pricing --to ${first} --dry-run`;
  for (const typed of ['status --at 1', 'history', 'diff 1', rollback]) {
    const { code, out } = await site.runCommandLine(...typed.split(' '));
    expect([typed, code, out.includes(first)]).toEqual([typed, 0, true]);
    expect(out).not.toMatch(/\b[0-9a-f]{32}\b/);
  }
  const { out } = await site.runCommandLine('status', '--json');
  expect(JSON.parse(out)).toMatchObject({
    revision: 3,
    live: { by: 'Ada' },
    interrupted: false,
    apps: [{}, { version: fakeVersion('pricing', 'v2') }, {}],
  });
});
