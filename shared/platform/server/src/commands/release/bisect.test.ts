import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testServices } from '@composed/testing/server/back-end';
import { readEnvironment } from '@composed/command/environment';
import { BucketObjects } from '@composed/release/store/bucket-objects';
import { BucketStore } from '@composed/release/store/bucket-store';
import { describeWithGateway } from '@composed/testing/store/s3-gateway';
import { shortenIds } from '@composed/command/terminal';
import { formatTime } from '@composed/command/format';
import type { ReleaseTool } from '@composed/release/tool';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { startScript } from '@composed/testing/server/start-process';
import { until } from '@composed/testing/server/until';
import { snapshot } from '@composed/testing/release/served-files';
import { createServerCommands } from './server-commands';

const apps = ['cart', 'host', 'pricing', 'signup'];

/** Publishes after the first one of all apps: of each the app and its number. */
const publishes = [
  ['host', 1],
  ['pricing', 1],
  ['cart', 1],
  ['pricing', 2],
  ['pricing', 3],
  ['signup', 1],
  ['pricing', 4],
  ['host', 2],
  ['pricing', 5],
  ['cart', 2],
] as const;

/** A site with so many of these publishes. */
async function aSite(count: number = publishes.length, overrides: Partial<ReleaseTool> = {}) {
  const site = aFolderSite({ apps, ...overrides });
  const environment = readEnvironment({ SITE_DIR: site.folder });
  site.createOtherCommands = (terminal) =>
    createServerCommands(environment, testServices, site.tool, terminal);
  for (const app of apps) site.sources.set(app, `${app} 0`);
  await site.change({ name: 'publish', apps });
  for (const [app, number] of publishes.slice(0, count))
    await site.publish(app, `${app} ${number}`);
  return site;
}

const versionOf = (app: string, number: number) => fakeVersion(app, `${app} ${number}`);

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
    publishes.map((_publish, n) => versionOf(app, first + n)),
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

// The number of tries: find-cause.test.ts
describe('a site of four apps', () => {
  let site: FolderSite;
  let before = '';

  beforeAll(async () => {
    site = await aSite();
    before = await snapshot(site.folder);
  });

  test('a bad release is named with author, time and rollback, even after an interruption', async () => {
    const bad = [['pricing', 3]] as const;
    const whole = aCommand(site, bad);
    const { code, out } = await site.runCommandLine(
      'bisect',
      '--good',
      '1',
      '--run',
      whole.command,
    );
    const version = versionOf('pricing', 3);
    const entry = (await site.ledger()).history.find(({ changes }) => changes[0]?.to === version);
    expect(out).toBe(
      `Bad since:
  pricing ${shortVersion('pricing', 'pricing 3')}: publish by Ada, ${formatTime(entry?.at ?? '')}, revision ${entry?.revision}
  npm run release -- rollback pricing --to ${shortVersion('pricing', 'pricing 2')}
`,
    );
    expect(code).toBe(0);

    const stopped = aCommand(site, bad, `if (runs === 3) process.kill(process.pid, 'SIGKILL');`);
    const line = ['bisect', '--good', '1', '--run', `${stopped.command}; exit $?`];
    const first = await site.runCommandLine(...line);
    expect(first.err).toMatch(/The search was stopped; run the same command again/);
    expect(first.code).toBe(1);
    expect((await site.runCommandLine(...line)).out).toBe(out);
    expect(stopped.runs()).toBe(whole.runs() + 1);
    expect(await snapshot(site.folder)).toBe(before);
  });

  test('a changed command starts the search anew', async () => {
    const file = path.join(site.root, 'mended.sh');
    const line = ['bisect', '--good', '8', '--run', `sh ${file}`];
    writeFileSync(file, 'exit 0');
    expect((await site.runCommandLine(...line)).err).toContain(
      'reports the bad deployment as good',
    );
    const { command } = aCommand(site, [['pricing', 5]]);
    writeFileSync(file, command);
    expect((await site.runCommandLine(...line)).out).toContain(', revision 10\n');
  });

  test.each([
    ['no-such-command', '1', 'The command reports the good deployment as bad, too'],
    ['exit 0', 'live', '"live" was not live before "live": npm run'],
    ['exit 0', '1999-01-01', 'after "1999-01-01": it starts there.'],
  ])('"%s" from %s on finds no release', async (command, good, sentence) => {
    const { code, out, err } = await site.runCommandLine(
      'bisect',
      '--good',
      good,
      '--run',
      command,
    );
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(sentence);
  });

  test('ending bisect ends the command with all its processes', async () => {
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

  test('pruned releases are named and skipped, and missing pages are composed again', async () => {
    const { history } = await site.ledger();
    const pages = path.join(site.folder, 'deployments');
    rmSync(path.join(pages, `${history[5]?.deployment}.json`));
    const { app = '', to = '' } = history[3]?.changes[0] ?? {};
    rmSync(path.join(site.folder, 'releases', app, to), { recursive: true });
    const leftFiles = await snapshot(site.folder);
    const { command } = aCommand(site, [['host', 2]]);
    const { out, err } = await site.runCommandLine(
      'bisect',
      '--good',
      '1',
      '--run',
      command,
      '--json',
    );
    expect(err).toContain(
      `11 deployments from "1" to "live"; those with pruned releases are left out: ${app} ${shortenIds(to)}.`,
    );
    expect(JSON.parse(out)).toMatchObject({
      together: [[{ app: 'host', release: versionOf('host', 2) }]],
    });
    expect(await snapshot(site.folder)).toBe(leftFiles);

    const refused = await site.runCommandLine('bisect', '--good', '4', '--run', command);
    expect([refused.code, refused.err]).toEqual([
      1,
      `A release of "4" or "live" was pruned, so it cannot be tested: ${app} ${shortenIds(to)}.\n`,
    ]);
    const unsaid = await site.runCommandLine('bisect', '--good', '1');
    expect(unsaid.err).toMatch(/--good 2d --run 'curl .*"\$SITE_URL"'/);
  });
});

describeWithGateway('a site in a bucket', 'site', () => {
  test('is searched for two releases that are bad only together, and does not change', async () => {
    const location = { bucket: 'site', prefix: 'shop/' };
    const site = await aSite(5, { store: new BucketStore(location) });
    const objects = async () => (await new BucketObjects(location).list('')).objects;
    const before = await objects();
    const bad = [
      ['cart', 1],
      ['pricing', 3],
    ] as const;
    const { command } = aCommand(site, bad);
    const { out } = await site.runCommandLine('bisect', '--good', '1', '--run', command, '--json');
    const expectedReleases = bad.map(([app, number]) => [{ app, release: versionOf(app, number) }]);
    expect(JSON.parse(out)).toMatchObject({ together: expectedReleases });
    expect(await objects()).toEqual(before);
  });
});
