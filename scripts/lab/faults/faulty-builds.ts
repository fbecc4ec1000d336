import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { integrityOf } from '@composed/apps/integrity';
import { runBundler } from '@composed/build/release/run-bundler';
import { readPins, replacePins } from '@composed/compose/deployment/composed-page';
import type { Handler } from './fault';
import { edited, pagePath } from './handlers';

const sources = { name: 'the faulty remotes', folder: 'scripts/lab/faults/remotes' };
const buildsFolder = () => path.join(getRepositoryRoot(), '.cache/faulty-remotes');

/** Builds every remote with all faults in its code (remotes/). The page selects the fault. */
export const buildFaultyRemotes = () =>
  runBundler(getRepositoryRoot(), sources, ['--env', `folder=${buildsFolder()}`]);

const readBuiltScript = (app: string, script: string) =>
  readFile(path.join(buildsFolder(), app, 'browser', script));

/** Creates the pin of a script of a faulty build. */
const pinScript = async (app: string, script: string) => ({
  src: `/assets/${app}/${script}`,
  integrity: integrityOf(await readBuiltScript(app, script)),
});

/** Pins the faulty build of a remote in a page instead of the release, and marks the page with the fault. */
async function pinFaulty(html: string, app: string, fault: string): Promise<string> {
  const { entry: src = '', integrity = '' } = readPins(html).remotes[app] ?? {};
  const entry = await pinScript(app, 'faulty-entry.js');
  const chunk = await pinScript(app, 'faulty-module.js');
  const scripts = await readdir(path.join(buildsFolder(), app, 'browser'));
  const ownFiles = await Promise.all(
    scripts.filter((name) => name.endsWith('.js')).map((name) => pinScript(app, name)),
  );
  const page = html
    .replace('<html', `<html data-fault="${fault}"`)
    .replaceAll(src, entry.src)
    // The CSP lists the hashes of all scripts, lazy ones too.
    .replace(`'${integrity}'`, ownFiles.map((each) => `'${each.integrity}'`).join(' '))
    .replaceAll(integrity, entry.integrity);
  return replacePins(page, (pins) => ({
    ...pins,
    preloads: pins.preloads.flatMap((each) => (each.src === entry.src ? [each, chunk] : [each])),
  }));
}

/** Responds as if the remote's build with this fault had been published. */
export const faultyRelease =
  (app: string, fault: string): Handler =>
  async (real, address) => {
    if (pagePath.test(address)) return edited((html) => pinFaulty(html, app, fault))(real, address);
    const [, script] = /\/(faulty-\w+\.js)$/.exec(address) ?? [];
    if (script === undefined) return real();
    const headers = { 'content-type': 'text/javascript' };
    return new Response(await readBuiltScript(app, script), { headers });
  };
