import { cp } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../testing/free-port';
import { buildApp } from '../../../build/build-app';
import { readPrices } from '../../../compose/read-prices';
import { change } from '../../../release/change';
import { readComposition, storeComposition } from '../../../release/compositions';
import { encodings, isText, type Compressor } from '../../../release/compress';
import { FolderStore } from '../../../release/stores/folder-store';
import type { Reporter } from '../../../release/reports/progress';
import { readLedger } from '../../../release/recover';
import { keys, type Store } from '../../../release/stores/store';
import type { ReleaseTool } from '../../../release/tool';
import { serveSite } from '../../../server/server';
import { readSettings, type Settings } from '../../../environment';
import { openReleaseTool } from '../../../release/open-tool';
import { buildMonolith, type Monolith } from './monolith';
import { variants, type Variant } from './variants';
import { scriptlessComposition } from './without-scripts';

/** One origin for all, so that their pages differ in nothing but what is measured. */
const siteUrl = 'http://localhost:8080';

export interface VariantSites {
  /** Address of each variant's server, without a trailing slash. */
  readonly urls: Readonly<Record<Variant, string>>;
  /** The release tool of the composed site, for what happens at a deploy. */
  readonly tool: ReleaseTool;
  /** SITE_DIR of the composed site. */
  readonly siteDir: string;
  readonly close: () => Promise<void>;
}

async function storeMonolith(store: Store, compress: Compressor, monolith: Monolith) {
  for (const name of Object.keys(monolith.manifest.files)) {
    const bytes = await monolith.readFile(name);
    const key = keys.asset('host', name);
    await store.putImmutable(key, bytes);
    if (!isText(name)) continue;
    for (const encoding of encodings) {
      await store.putImmutable(`${key}.${encoding}`, await compress(bytes, encoding));
    }
  }
  await storeComposition(store, compress, monolith.composition, {}, '');
  await store.point('live', monolith.composition.id);
}

/**
 * Builds the three variants and serves each from a folder of its own with the embedded server.
 * @param folder is new and empty; holds everything that is made
 */
export async function openVariantSites(folder: string, report: Reporter): Promise<VariantSites> {
  const settingsOf = (variant: Variant): Settings => ({
    ...readSettings({ SITE_URL: siteUrl }),
    dataDir: path.join(folder, variant, 'data'),
    siteDir: path.join(folder, variant, 'site'),
  });
  const settings = settingsOf('composed');
  const tool = await openReleaseTool(settings);
  // Read once: a composition on another day, or after a change of prices, would be another page.
  const prices = await readPrices(settings);
  const steady: ReleaseTool = { ...tool, readPrices: () => Promise.resolve(prices) };
  await change({ name: 'publish', apps: tool.apps, overBudget: null }, steady, report);

  const live = (await readLedger(tool.store)).live?.composition ?? '';
  const composition = await readComposition(tool.store, live);
  if (!composition) throw new Error('The composed site did not go live.');

  await report('Build the monolith', async () => {
    const folders = await Promise.all(
      tool.apps.map(async (app) => [app, (await buildApp(app)).folder] as const),
    );
    const monolith = await buildMonolith(
      path.join(folder, 'monolith/build'),
      Object.fromEntries(folders),
      { prices, basePath: '', siteUrl, indexable: true },
    );
    const store = new FolderStore(settingsOf('monolith').siteDir);
    await storeMonolith(store, tool.compress, monolith);
    return { detail: '' };
  });

  await report('Take the scripts out of a copy', async () => {
    const { siteDir } = settingsOf('scriptless');
    await cp(path.join(settings.siteDir, 'assets'), path.join(siteDir, 'assets'), {
      recursive: true,
    });
    const store = new FolderStore(siteDir);
    const stripped = scriptlessComposition(composition);
    await storeComposition(store, tool.compress, stripped, {}, '');
    await store.point('live', stripped.id);
    return { detail: '' };
  });

  const running = await Promise.all(
    variants.map(async (variant) => {
      const site = await serveSite({ ...settingsOf(variant), port: await freePort() });
      return [variant, site] as const;
    }),
  );
  const urlOf = (wanted: Variant) => running.find(([variant]) => variant === wanted)?.[1].url ?? '';
  return {
    urls: {
      composed: urlOf('composed'),
      monolith: urlOf('monolith'),
      scriptless: urlOf('scriptless'),
    },
    tool: steady,
    siteDir: settings.siteDir,
    close: async () => {
      await Promise.all(running.map(([, site]) => site.close()));
    },
  };
}
