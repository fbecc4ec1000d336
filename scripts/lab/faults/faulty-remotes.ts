import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findRemotes } from '@shopwright/shared/build/apps';
import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import type { PinnedScript } from '@shopwright/shared/contracts/page-elements';
import { integrityOf } from '../../build/integrity';
import { runBundler } from '../../build/run-bundler';
import { sourceDigest } from '../../build/source-digest';
import { readRecord, replaceRecord } from '../../compose/composed-page';
import { paths, type Rule } from './fault';
import { edited } from './handlers';

const sources = { name: 'the faulty remotes', folder: 'scripts/lab/faults/remotes' };

async function build(): Promise<string> {
  const digest = createHash('sha256');
  for (const app of [...findRemotes(), sources])
    digest.update(await sourceDigest(repositoryRoot, app));
  const builds = path.join(repositoryRoot, '.cache/faulty-remotes');
  const folder = path.join(builds, digest.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await rm(builds, { recursive: true, force: true });
  const unfinished = `${folder}.unfinished`;
  await runBundler(repositoryRoot, sources, ['--env', `folder=${unfinished}`]);
  await rename(unfinished, folder);
  return folder;
}

let built: Promise<string> | undefined;

/**
 * Builds every remote with every fault in its source (remotes/), unless the same sources were built before.
 * @returns the folder of the builds; the second call does not wait again
 */
export function buildFaultyRemotes(): Promise<string> {
  return (built ??= build());
}

const browserFolder = async (app: string) => path.join(await buildFaultyRemotes(), app, 'browser');

/** The one script of a build whose name begins so, as a page pins it. */
async function script(app: string, name: string): Promise<PinnedScript> {
  const folder = await browserFolder(app);
  const file = (await readdir(folder)).find((each) => each.startsWith(`${name}.`));
  if (file === undefined) throw new Error(`The faulty ${app} has no script ${name}.`);
  return {
    src: `/assets/${app}/${file}`,
    integrity: integrityOf(await readFile(path.join(folder, file))),
  };
}

/** The page, pinned to the faulty build of a remote in place of its release, and marked with the fault. */
async function pinFaulty(html: string, app: string, fault: string): Promise<string> {
  const { entry: src = '', integrity = '' } = readRecord(html).remotes[app] ?? {};
  const [entry, chunk] = [await script(app, 'faulty'), await script(app, 'faulty-module')];
  const page = html
    .replace('<html', `<html data-fault="${fault}"`)
    .replaceAll(src, entry.src)
    .replaceAll(integrity, entry.integrity);
  return replaceRecord(page, (record) => ({
    ...record,
    preloads: record.preloads.flatMap((each) => (each.src === entry.src ? [each, chunk] : [each])),
  }));
}

/** The site as if the remote's build with this fault had been published. */
export function faultyRelease(app: string, fault: string): Rule[] {
  return [
    { on: paths.pages, handler: edited((html) => pinFaulty(html, app, fault)), stays: true },
    {
      on: paths.scripts(app),
      stays: true,
      handler: async (real, address) => {
        const file = path.join(await browserFolder(app), path.basename(address));
        const body = await readFile(file).catch(() => null);
        return body
          ? new Response(body, { headers: { 'content-type': 'text/javascript' } })
          : real();
      },
    },
  ];
}
