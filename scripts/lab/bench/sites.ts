import { cp } from 'node:fs/promises';
import path from 'node:path';
import { buildLazily } from '@composed/build/release/build-lazily';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/terminal';
import type { Deployment } from '@composed/compose/deployment';
import { freePort } from '@composed/http/operations/free-port';
import { readDeployment, storeDeployment } from '@composed/release/deployments';
import { createProgress } from '@composed/release/inspect/reports/progress';
import { readLedger } from '@composed/release/ledger';
import { localSiteUrl } from '@composed/release/ledger/settings';
import { change } from '@composed/release/publish/change';
import { keys } from '@composed/release/store';
import { makeCopies } from '@composed/release/store/compress';
import { FolderStore } from '@composed/release/store/folder-store';
import { openReleaseTool } from '@composed/release/tool';
import { serveSite } from '@composed/server/serve/server';
import { siteServices } from '@shopwright/services';
import { startSite } from '../../tests/helpers/site';
import { buildMonolith, changePages } from './monolith';

/** A site to measure, with its name in the table. */
export interface MeasuredSite {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly hasScripts: boolean;
  readonly stop: () => Promise<void>;
}

/** Elements that serve scripts alone. Structured data stays, since no browser runs it. */
const forScripts =
  /<script(?![^>]*ld\+json)[^>]*>.*?<\/script>\n?|<link rel="\w*preload" as="(?:script|fetch)"[^>]*>\n?/gs;

const settingsIn = (folder: string) => ({
  // All have one origin, so that no page differs by its address.
  ...readSettings({ SITE_URL: localSiteUrl }),
  dataDir: path.join(folder, 'data'),
  siteDir: path.join(folder, 'site'),
});

async function serve(folder: string, name: string, hasScripts = true): Promise<MeasuredSite> {
  const settings = { ...settingsIn(folder), port: await freePort() };
  const { url, close } = await serveSite(settings, siteServices);
  return { name, url, hasScripts, stop: close };
}

/**
 * Builds the site, the same sources as a monolith, and the same pages without scripts, and serves each from a folder of
 * its own.
 * @param folder is empty; holds everything that is made
 * @param other the root of another checkout, whose site is served by its own `npm start`
 */
export async function openSites(folder: string, other?: string): Promise<readonly MeasuredSite[]> {
  const composed = path.join(folder, 'composed');
  const tool = await openReleaseTool(settingsIn(composed), siteServices, buildLazily);
  await change({ name: 'publish', apps: tool.apps }, tool, createProgress(terminal));
  const { live } = await readLedger(tool.store);
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  if (!deployment) throw new Error('The composed site did not go live.');

  /** Puts other pages live in a copy of the site. */
  const putLive = async (name: string, pages: Deployment, files = new Map<string, Buffer>()) => {
    const store = new FolderStore(settingsIn(path.join(folder, name)).siteDir);
    await cp(tool.store.name, store.name, { recursive: true, verbatimSymlinks: true });
    for (const [file, bytes] of files) {
      const copies = await makeCopies(tool.compress, keys.asset('host', file), bytes);
      for (const [key, content] of copies) await store.putImmutable(key, content);
    }
    await storeDeployment({ store, compress: tool.compress }, pages);
    await store.point('live', pages.id);
    return path.join(folder, name);
  };
  const bare = changePages(deployment, 'bare', (html) => html.replaceAll(forScripts, ''));
  terminal.write('Building the monolith …\n');
  const monolith = await buildMonolith(path.join(folder, 'build'), live.data);
  const beside = other === undefined ? [] : [await startSite({}, path.resolve(other))];
  return [
    await serve(composed, 'Composed'),
    await serve(await putLive('monolith', monolith.deployment, monolith.files), 'Monolith'),
    await serve(await putLive('bare', bare), 'No scripts', false),
    ...beside.map(({ url, stop }) => ({ name: 'Beside', url, hasScripts: true, stop })),
  ];
}
