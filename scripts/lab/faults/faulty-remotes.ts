import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@composed/apps/this-repository';
import { integrityOf } from '@composed/apps/integrity';
import { runBundler } from '@composed/build/release/run-bundler';
import { readPins, replacePins } from '@composed/compose/deployment/composed-page';
import type { Handler } from './fault';
import { edited, pagePath } from './handlers';

const sources = { name: 'the faulty remotes', folder: 'scripts/lab/faults/remotes' };
const builds = path.join(repositoryRoot, '.cache/faulty-remotes');

/** Builds every remote with every fault in its source (remotes/). */
export const buildFaultyRemotes = () =>
  runBundler(repositoryRoot, sources, ['--env', `folder=${builds}`]);

const readBuilt = (app: string, script: string) =>
  readFile(path.join(builds, app, 'browser', script));

/** A script of a faulty build, as a page pins it. */
const pinned = async (app: string, script: string) => ({
  src: `/assets/${app}/${script}`,
  integrity: integrityOf(await readBuilt(app, script)),
});

/** The page, pinned to the faulty build of a remote in place of its release, and marked with the fault. */
async function pinFaulty(html: string, app: string, fault: string): Promise<string> {
  const { entry: src = '', integrity = '' } = readPins(html).remotes[app] ?? {};
  const entry = await pinned(app, 'faulty-entry.js');
  const chunk = await pinned(app, 'faulty-module.js');
  const scripts = await readdir(path.join(builds, app, 'browser'));
  const ownFiles = await Promise.all(
    scripts.filter((name) => name.endsWith('.js')).map((name) => pinned(app, name)),
  );
  const page = html
    .replace('<html', `<html data-fault="${fault}"`)
    .replaceAll(src, entry.src)
    // The policy names every script of a release, lazy ones too.
    .replace(`'${integrity}'`, ownFiles.map((each) => `'${each.integrity}'`).join(' '))
    .replaceAll(integrity, entry.integrity);
  return replacePins(page, (pins) => ({
    ...pins,
    preloads: pins.preloads.flatMap((each) => (each.src === entry.src ? [each, chunk] : [each])),
  }));
}

/** The site as if the remote's build with this fault had been published. */
export const faultyRelease =
  (app: string, fault: string): Handler =>
  async (real, address) => {
    if (pagePath.test(address)) return edited((html) => pinFaulty(html, app, fault))(real, address);
    const [, script] = /\/(faulty-\w+\.js)$/.exec(address) ?? [];
    if (script === undefined) return real();
    const headers = { 'content-type': 'text/javascript' };
    return new Response(await readBuilt(app, script), { headers });
  };
