import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testServices } from '@composed/testing/server/back-end';
import { readSettings } from '@composed/command/environment';
import { BucketObjects } from '@composed/release/store/bucket-objects';
import { BucketStore } from '@composed/release/store/bucket-store';
import { describeWithGateway } from '@composed/testing/store/s3-gateway';
import { createTerminal, shortenIds } from '@composed/command/output';
import { runRelease } from '@composed/release/cli/command-line';
import { formatTime } from '@composed/command/format';
import { aFolderSite, type FolderSite } from '@composed/testing/release/a-folder';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { startScript } from '@composed/testing/server/child';
import { until } from '@composed/testing/server/until';
import { snapshot } from '@composed/testing/release/served';
import { serverCommands } from './commands';

const apps = ['cart', 'host', 'pricing', 'signup'];

/** Types a command of the release tool. */
async function type(site: FolderSite, ...args: readonly string[]) {
  let out = '';
  let err = '';
  const terminal = createTerminal(
    (text) => void (out += text),
    (text) => void (err += text),
    false,
  );
  const settings = readSettings({ SITE_DIR: site.folder });
  const others = serverCommands(settings, testServices, site.tool, terminal);
  const code = await runRelease(args, site.tool, terminal, others);
  return { code, out, err };
}

/** The beginning of a script for the command: it reads the page, and a file that the page needs. */
const look = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const html = await (await fetch(process.env.SITE_URL)).text();
  const { releases, scripts } = JSON.parse(/id="page">(.*?)<\\/script>/s.exec(html)[1]);
  const file = await fetch(process.env.SITE_URL + '/assets/host/' + scripts.host[0]);
  if (!file.ok) process.exit(125);
`;
let commands = 0;

/**
 * A command for bisect, which counts its runs.
 * @param bad it calls bad what has all of these releases, or later ones
 * @param before runs before it answers; `runs` is in its scope
 */
function aCommand(site: FolderSite, bad: readonly (readonly [string, number])[], before = '') {
  const file = path.join(site.root, `command-${(commands += 1)}.mjs`);
  const log = `${file}.log`;
  writeFileSync(log, '');
  const from = bad.map(([app, first]) => [
    app,
    Array.from({ length: 61 }, (_, n) => fakeVersion(app, `${app} ${first + n}`)),
  ]);
  writeFileSync(
    file,
    `${look}
    appendFileSync(${JSON.stringify(log)}, 'x');
    const runs = readFileSync(${JSON.stringify(log)}).length;
    ${before}
    const isBad = ${JSON.stringify(from)}.every(([app, versions]) => versions.includes(releases[app]));
    process.exit(isBad ? 1 : 0);`,
  );
  return { command: `node ${file}`, runs: () => statSync(log).size };
}

/** 60 publishes of four apps, in no order, after the first of all: of each the app and its number. */
function publishes(): [string, number][] {
  const numbers = new Map<string, number>();
  return Array.from({ length: 60 }, (_, n) => {
    const app = apps[[1, 2, 2, 0, 2, 3, 1, 2, 0, 2][(n * 7) % 10] ?? 0] ?? '';
    numbers.set(app, (numbers.get(app) ?? 0) + 1);
    return [app, numbers.get(app) ?? 0];
  });
}

async function publishAll(site: FolderSite, count = 60) {
  for (const app of apps) site.sources.set(app, `${app} 0`);
  await site.change({ name: 'publish', apps });
  for (const [app, number] of publishes().slice(0, count))
    await site.publish(app, `${app} ${number}`);
}

describe('a site of four apps that were published sixty times', () => {
  const site = aFolderSite({ apps });
  let before = '';

  beforeAll(async () => {
    await publishAll(site);
    before = await snapshot(site.folder);
  });

  test('one bad release is named within eight tries, with who, when and the rollback, also when it is interrupted', async () => {
    const bad = [['pricing', 14]] as const;
    const whole = aCommand(site, bad);
    const { code, out } = await type(site, 'bisect', '--good', '1', '--run', whole.command);
    const version = fakeVersion('pricing', 'pricing 14');
    const entry = (await site.ledger()).history.find(({ changes }) => changes[0]?.to === version);
    expect(out).toBe(
      `Bad since:
  pricing ${shortVersion('pricing', 'pricing 14')}: publish by Ada, ${formatTime(entry?.at ?? '')}, revision ${entry?.revision}
  npm run release -- rollback pricing --to ${shortVersion('pricing', 'pricing 13')}
`,
    );
    expect(code).toBe(0);
    expect(whole.runs()).toBeLessThanOrEqual(8);

    const stopped = aCommand(site, bad, `if (runs === 4) process.kill(process.pid, 'SIGKILL');`);
    const line = ['bisect', '--good', '1', '--run', `${stopped.command}; exit $?`];
    const first = await type(site, ...line);
    expect(first.err).toMatch(/The command was ended; type the same again to go on/);
    expect(first.code).toBe(1);
    expect((await type(site, ...line)).out).toBe(out);
    expect(stopped.runs()).toBe(whole.runs() + 1);
    expect(await snapshot(site.folder)).toBe(before);
  });

  test('two releases that are bad only together are named within fourteen tries', async () => {
    const pair = [
      ['cart', 3],
      ['pricing', 20],
    ] as const;
    const { command, runs } = aCommand(site, pair);
    const { out } = await type(site, 'bisect', '--good', '1', '--run', command, '--json');
    const versions = pair.map(([app, n]) => [{ app, release: fakeVersion(app, `${app} ${n}`) }]);
    expect(JSON.parse(out)).toMatchObject({ together: versions });
    expect(runs()).toBeLessThanOrEqual(14);
    expect(await snapshot(site.folder)).toBe(before);
  });

  test('a command that is mended is asked anew', async () => {
    const file = path.join(site.root, 'mended.sh');
    const line = ['bisect', '--good', '56', '--run', `sh ${file}`];
    writeFileSync(file, 'exit 0');
    expect((await type(site, ...line)).err).toContain('calls the bad end good as well');
    const { command } = aCommand(site, [publishes()[58] ?? ['', 0]]);
    writeFileSync(file, command);
    expect((await type(site, ...line)).out).toContain(', revision 60\n');
  });

  test.each([
    ['no-such-command', '1', 'The command calls the good end bad as well'],
    ['exit 0', 'live', '"live" was not live before "live": npm run'],
    ['exit 0', '1999-01-01', 'after "1999-01-01": that is the start.'],
  ])('"%s" from %s on names nobody', async (command, good, sentence) => {
    const { code, out, err } = await type(site, 'bisect', '--good', good, '--run', command);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(sentence);
  });
});

test('what ends bisect ends the command, with all that it has started', async () => {
  const site = aFolderSite({ apps });
  await publishAll(site, 2);
  const file = path.join(site.root, 'pid');
  const wait = `node -e "require('fs').writeFileSync('${file}', String(process.pid)); setInterval(Date, 1000)"`;
  const env = { ...process.env, SITE_DIR: site.folder, SITE_STORE: '', SITE_URL: '' };
  const line = ['bisect', '--good', '1', '--run', `${wait} && true`];
  const { child, ended } = startScript('release', line, { env });
  await until(() => existsSync(file) && readFileSync(file).length > 0);
  child.kill('SIGTERM');
  expect(await ended).toBe(143);
  const pid = Number(readFileSync(file, 'utf8'));
  await until(() => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
});

test('what was pruned is said before, is passed by, and what has no pages any more is composed again', async () => {
  const site = aFolderSite({ apps });
  await publishAll(site, 12);
  const { history } = await site.ledger();
  const pages = path.join(site.folder, 'deployments');
  rmSync(path.join(pages, `${history[5]?.deployment}.json`));
  const { app = '', to = '' } = history[3]?.changes[0] ?? {};
  rmSync(path.join(site.folder, 'releases', app, to), { recursive: true });
  const before = await snapshot(site.folder);
  const [name, number] = publishes()[8] ?? ['', 0];
  const { command } = aCommand(site, [[name, number]]);
  const { out, err } = await type(site, 'bisect', '--good', '1', '--run', command, '--json');
  expect(err).toContain(
    `13 deployments from "1" to "live"; not those with what was pruned: ${app} ${shortenIds(to)}.`,
  );
  expect(JSON.parse(out)).toMatchObject({
    together: [[{ app: name, release: fakeVersion(name, `${name} ${number}`) }]],
  });
  expect(await snapshot(site.folder)).toBe(before);

  const refused = await type(site, 'bisect', '--good', '4', '--run', command);
  expect([refused.code, refused.err]).toEqual([
    1,
    `A release of "4" or "live" was pruned, so that it cannot be tried: ${app} ${shortenIds(to)}.\n`,
  ]);
  const unsaid = await type(site, 'bisect', '--good', '1');
  expect(unsaid.err).toMatch(/--good 2d --run 'curl .*"\$SITE_URL"'/);
});

describeWithGateway('a site in a bucket', 'site', () => {
  test('has one bad release named, and two that are bad only together, and nothing in it changes', async () => {
    const location = { bucket: 'site', prefix: 'shop/' };
    const site = aFolderSite({ apps, store: new BucketStore(location) });
    await publishAll(site, 6);
    const objects = async () => (await new BucketObjects(location).list('')).objects;
    const before = await objects();
    const one = publishes()[1];
    const other = publishes()[4];
    if (!one || !other) throw new Error('There are 6 publishes.');
    for (const bad of [[other], [one, other]]) {
      const { command } = aCommand(site, bad);
      const { out } = await type(site, 'bisect', '--good', '1', '--run', command, '--json');
      const named = bad.map(([app, n]) => [{ app, release: fakeVersion(app, `${app} ${n}`) }]);
      expect(JSON.parse(out)).toMatchObject({ together: named });
    }
    expect(await objects()).toEqual(before);
  });
});
