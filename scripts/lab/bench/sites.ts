import { cp } from 'node:fs/promises';
import path from 'node:path';
import { buildOnDemand } from '@composed/build/release/build-on-demand';
import { readEnvironment } from '@composed/command/environment';
import { terminal } from '@composed/command/terminal';
import type { Deployment } from '@composed/compose/deployment';
import { freePort } from '@composed/http/operations/free-port';
import { readDeployment, storeDeployment } from '@composed/release/deployments';
import { createProgress } from '@composed/command/progress';
import { readLedger } from '@composed/release/ledger';
import { localSiteUrl } from '@composed/release/ledger/site-settings';
import { changeSite } from '@composed/release/change/run/change-site';
import { keys } from '@composed/release/store';
import { makeCopies } from '@composed/release/store/compress';
import { FolderStore } from '@composed/release/store/folder-store';
import { openReleaseTool } from '@composed/release/tool';
import { serveSite } from '@composed/server/serve/serve-site';
import { siteServices } from '@shopwright/services';
import { startSite } from '../../tests/helpers/run-site';
import { buildMonolith, changePages } from './monolith';

/** A site to measure. */
export interface MeasuredSite {
  /** The name in the table. */
  readonly name: string;
  /** The origin, without a trailing slash. */
  readonly url: string;
  readonly hasScripts: boolean;
  readonly stop: () => Promise<void>;
}

/** Matches the elements that load scripts, or that only scripts read. Structured data is not one of them. */
const scriptElements =
  /<script(?![^>]*ld\+json)[^>]*>.*?<\/script>\n?|<link rel="\w*preload" as="(?:script|fetch)"[^>]*>\n?/gs;

const environmentIn = (folder: string) => ({
  // All sites have the same public origin, so that their pages contain the same addresses.
  ...readEnvironment({ SITE_URL: localSiteUrl }),
  dataDir: path.join(folder, 'data'),
  siteDir: path.join(folder, 'site'),
});

async function serve(folder: string, name: string, hasScripts = true): Promise<MeasuredSite> {
  const environment = { ...environmentIn(folder), port: await freePort() };
  const { url, close } = await serveSite(environment, siteServices);
  return { name, url, hasScripts, stop: close };
}

/**
 * Builds and serves three sites: the composed site, a monolith of the same sources, and the composed pages without
 * scripts.
 * @param folder an empty folder for all files
 * @param other the root of another checkout, whose site its own `npm start` serves
 */
export async function openSites(folder: string, other?: string): Promise<readonly MeasuredSite[]> {
  const composed = path.join(folder, 'composed');
  const tool = await openReleaseTool(environmentIn(composed), siteServices, buildOnDemand);
  await changeSite({ name: 'publish', apps: tool.apps }, tool, createProgress(terminal));
  const { live } = await readLedger(tool.store);
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  if (!deployment) throw new Error('The composed site did not go live.');

  /** Copies the site, and makes other pages live in the copy. */
  const copyWithPages = async (
    name: string,
    pages: Deployment,
    files = new Map<string, Buffer>(),
  ) => {
    const store = new FolderStore(environmentIn(path.join(folder, name)).siteDir);
    await cp(tool.store.name, store.name, { recursive: true, verbatimSymlinks: true });
    for (const [file, bytes] of files) {
      const copies = await makeCopies(tool.compress, keys.asset('host', file), bytes);
      for (const [key, content] of copies) await store.putImmutable(key, content);
    }
    await storeDeployment({ store, compress: tool.compress }, pages);
    await store.setAlias('live', pages.id);
    return path.join(folder, name);
  };
  const bare = changePages(deployment, 'bare', (html) => html.replaceAll(scriptElements, ''));
  terminal.write('Building the monolith …\n');
  const monolith = await buildMonolith(path.join(folder, 'build'), live.data);
  const beside = other === undefined ? [] : [await startSite({}, path.resolve(other))];
  return [
    await serve(composed, 'Composed'),
    await serve(await copyWithPages('monolith', monolith.deployment, monolith.files), 'Monolith'),
    await serve(await copyWithPages('bare', bare), 'No scripts', false),
    ...beside.map(({ url, stop }) => ({ name: 'Beside', url, hasScripts: true, stop })),
  ];
}
