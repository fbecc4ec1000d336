import { EventEmitter, once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTerminal } from '@composed/command/terminal';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { snapshot } from '@composed/testing/release/served-files';
import { until } from '@composed/testing/server/until';
import { runCommandLine } from './command-line';

let site: FolderSite;

beforeEach(() => void (site = aFolderSite()));

test.each([
  ['pubish host', `Unknown command 'pubish' (Did you mean publish?); "--help" lists`],
  ['publish frob', 'There is no app of this checkout "frob". It can be host, pricing, signup.'],
  ['publish pricng', '"pricng". Did you mean pricing? It can be'],
  ['publish remote-pricing', '"remote-pricing". Did you mean pricing? It can be'],
  ['preview pricng --name x', '"pricng". Did you mean pricing? It can be'],
  ['explain /nope', 'There is no file /nope.'],
  ['publish', '"publish" takes one or more of host, pricing, signup, or --all, or --from'],
  ['publish --from package.json', 'package.json is a file: unpack it, and name the folder'],
  ['publish host --all', '"publish" takes one of these, not both: host and --all.'],
  ['publish host --over-budget=', `Option '--over-budget <reason>' argument '' is invalid.`],
  ['rollback', `Missing required argument 'app'; "--help" lists what there is.`],
  ['rollback host pricing', `Too many arguments for 'rollback'.`],
  ['rollback host --to', `Type <version> after --to; "--help" lists what there is.`],
  ['preview pricing', '"preview" takes an app and --name <name>, or --remove <name> alone.'],
  ['preview pricing --name ../live', `argument '../live' is invalid. The name of a preview has`],
  ['prune --keep-days 0', `argument '0' is invalid. It takes a number of days, at least one.`],
  ['prune --keep-days -3', `argument '-3' is invalid. It takes a number of days, at least one.`],
  ['settings --site-url https://shop.example.com/de', 'It takes an address such as https://'],
  ['settings --telemetry //elsewhere.test', 'It takes a path or an https address'],
  ['settings --telemetry /_telemetry=101', 'It takes a path or an https address'],
  ['settings --telemetry /_telemetry=NaN', 'It takes a path or an https address'],
  ['settings --budget pricing=7300', 'Write <app>.<script|style|html|release>=<bytes>'],
  ['publish host pricing --canary 5', '"--canary" takes one app.'],
  [
    'canary 0',
    `Argument '0' for <share> is invalid. It takes a percentage of the visitors, from 1 to 99.`,
  ],
  [
    'publish host --canary 0',
    `argument '0' is invalid. It takes a percentage of the visitors, from 1 to 99.`,
  ],
  ['publish host --promote-after 60m', '"--promote-after" needs --canary.'],
  ['publish host --canary 5 --promote-after 1', 'It takes minutes, such as 60m.'],
])('"%s" is refused with one sentence', async (words, sentence) => {
  const { code, out, err } = await site.runCommandLine(...words.split(' '));
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('a publish prints its steps and the live releases', async () => {
  const { code, out } = await site.runCommandLine('publish', '--all');
  expect(code).toBe(0);
  const told = out
    .replaceAll(/ · [\d.]+ m?s$/gm, '')
    .replaceAll(/\b[0-9a-f]{12}(?:[0-9a-f]{4})?\b/g, '#');
  expect(told.split('\n').slice(-12)).toEqual([
    '  ✓ Compose the pages from 3 releases · 2 files, without prices: none could be read',
    '  ✓ Check that no page and no slot is lost',
    '  ✓ Check the budget',
    '  ✓ Check the styles of changed pages · 1 page',
    '  ✓ Upload host # · 11 new files',
    '  ✓ Upload pricing # · 11 new files',
    '  ✓ Upload signup # · 11 new files',
    '  ✓ Store the pages · #',
    '  ✓ Commit the publish · revision 1',
    '  ✓ Go live',
    expect.stringMatching(/^host #, pricing #, signup # are live\. \([\d.]+ m?s\)$/),
    '',
  ]);
});

test('a refusal names the app, the version and the reason', async () => {
  await site.runCommandLine('publish', '--all');
  site.sources.set('pricing', 'v2');
  site.servers.set('pricing', 'throw new Error()');
  const { code, err } = await site.runCommandLine('publish', 'pricing');
  expect(code).toBe(1);
  expect(err).toBe(
    `Refused, and the live site is unchanged.\npricing ${shortVersion('pricing', 'v2', 'throw new Error()')}: its rendering threw "no stall today" (remote-pricing/src/main.ts:1: say(1);)\n`,
  );
});

test('with --json the outcome is JSON, and the steps go to standard error', async () => {
  const { out, err } = await site.runCommandLine('publish', '--all', '--json');
  expect(JSON.parse(out)).toMatchObject({
    revision: 1,
    releases: { pricing: fakeVersion('pricing', 'v1') },
  });
  expect(err).toContain('✓ Go live');
  const preview = await site.runCommandLine('preview', 'pricing', '--name', 'spring', '--json');
  expect(JSON.parse(preview.out)).toMatchObject({
    address: 'https://previews.example.com/preview/spring/',
  });
  expect(JSON.parse((await site.runCommandLine('verify', '--json')).out)).toMatchObject({
    damages: [],
  });
});

test.each([
  ['publish', 'pricing'],
  ['rollback', 'pricing'],
  ['preview', 'pricing', '--name', 'spring'],
  ['preview', '--remove', 'autumn'],
  ['remove', 'signup', '--shown'],
  ['compose'],
  ['prune', '--keep-days', '1'],
])('a dry run of %s prints the plan and changes nothing', async (...words) => {
  await site.publishAll();
  await site.publish('pricing', 'v2');
  await site.change({ name: 'preview', app: 'host', preview: 'autumn' });
  site.sources.set('pricing', 'v3');
  const before = await snapshot(site.folder);
  const later = site.again({ now: () => new Date(Date.now() + 100_000_000) });
  const { code, out } = await later.runCommandLine(...words, '--dry-run');
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}1\. /m);
  expect(out).toContain('This was a dry run; the store is as it was.');
  expect(await snapshot(site.folder)).toBe(before);
});

test('a dry run on a new site creates no store', async () => {
  expect((await site.runCommandLine('publish', '--all', '--dry-run')).code).toBe(0);
  expect(await readdir(site.root)).toEqual(['dist']);
});

test('status shows what is live in aligned columns', async () => {
  expect(await site.status()).toContain('Nothing is live');
  const then = site.again({ now: () => new Date('2026-03-01T12:00:00Z') });
  await then.publishAll();
  const later = site.again({ now: () => new Date('2026-03-03T13:00:00Z') });
  const { out } = await later.runCommandLine('status');
  const rows = out.split('\n').filter((line) => /^ {2}(App|host|pricing|signup) /.test(line));
  expect(rows).toHaveLength(4);
  expect(rows[2]).toContain(` ${shortVersion('pricing', 'v1')} `);
  expect(rows[2]).toContain('2 days ago');
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
});

test('verify finds a single flipped bit in any file', async () => {
  await site.publishAll();
  const names = await readdir(site.folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(site.folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => /^(assets|releases|deployments)\//.test(name));
  expect(files.length).toBeGreaterThan(30);
  for (const name of files) {
    const file = path.join(site.folder, name);
    const good = await readFile(file);
    const middle = good.length >> 1;
    const bad = Buffer.from(good);
    bad.writeUInt8(good.readUInt8(middle) ^ 1, middle);
    await writeFile(file, bad);
    const { code, err } = await site.runCommandLine('verify');
    expect({ name, code }).toEqual({ name, code: 1 });
    expect(err).toContain(name);
    await writeFile(file, good);
  }
  expect((await site.runCommandLine('verify')).code).toBe(0);
});

test('verify finds a wrong alias, and the next command repairs it', async () => {
  await site.publishAll();
  const [first] = [...(await site.tool.store.aliases()).values()];
  await site.publish('pricing', 'v2');
  await site.tool.store.setAlias('live', first ?? '');
  const { code, err } = await site.runCommandLine('verify');
  expect(code).toBe(1);
  expect(err).toContain(`live leads to ${first} instead of`);
  expect(await site.status()).toContain('A command was interrupted');
  await site.runCommandLine('compose');
  expect((await site.runCommandLine('verify')).code).toBe(0);
});

test('status --watch follows changes and failures, and ends with Ctrl-C', async () => {
  await site.publishAll();
  let last = '';
  const write = (text: string) => void (last = text);
  const terminal = createTerminal(write, write, true);
  const watching = runCommandLine(['status', '--watch'], site.tool, terminal);
  const seen = (pattern: RegExp) =>
    until(
      () => pattern.test(last),
      () => last,
    );
  await seen(/Live in [^]*\nCtrl-C ends this\.\n$/);
  const reads = jest.spyOn(site.tool.store, 'readLedger').mockRejectedValue(new Error('Away.'));
  await seen(/Away\./);
  reads.mockRestore();
  await site.runPublishCommandLine('pricing', 'v2', '--canary', '20');
  await seen(/Canary: pricing .* for 20 % [^]*Nobody judges it[^]* canary +pricing/);
  process.emit('SIGINT');
  expect(await watching).toBe(0);
});

test('an option that npm swallowed is named, with the command to type', async () => {
  process.env['npm_config_dry_run'] = 'true';
  try {
    const { code, err } = await site.runCommandLine('publish', 'pricing');
    expect({ code, err }).toEqual({
      code: 2,
      err: 'npm kept --dry-run for itself; type "--" before the command: npm run release -- publish pricing --dry-run\n',
    });
    expect((await site.runCommandLine('publish', '--all', '--dry-run')).code).toBe(0);
  } finally {
    delete process.env['npm_config_dry_run'];
  }
});

test.each([
  ['something above it is not a folder', 'status'],
  ['a file is in the place of a folder', 'publish', '--all'],
])('a file in place of the store is refused with one sentence: %s', async (reason, ...args) => {
  await writeFile(site.folder, 'a note');
  const { code, out, err } = await site.runCommandLine(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(new RegExp(`^${site.folder}.* cannot be used: ${reason};[^\n]+\n$`));
  expect(await readFile(site.folder, 'utf8')).toBe('a note');
});

test('Ctrl-C prints that the live site has not changed', async () => {
  const liveSite = await aLiveSite();
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  let err = '';
  const terminal = createTerminal(
    () => undefined,
    (text) => void (err += text),
    false,
  );
  const work = new EventEmitter();
  const compose = () => {
    work.emit('begin');
    return new Promise<never>(() => undefined);
  };
  const hanging = liveSite.again({ compose });
  hanging.sources.set('pricing', 'v2');
  void runCommandLine(['publish', 'pricing'], hanging.tool, terminal);
  await once(work, 'begin');
  expect(() => process.emit('SIGINT')).toThrow('ended');
  expect(exit).toHaveBeenCalledWith(130);
  expect(err).toBe('\nStopped: the live site is unchanged.\n');
});
