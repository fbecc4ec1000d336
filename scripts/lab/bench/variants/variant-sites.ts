import { cp } from 'node:fs/promises';
import path from 'node:path';
import { buildApp } from '../../../build/build-app';
import type { Composition } from '../../../compose/composition';
import { readPrices } from '../../../release/read-prices';
import { readSettings, type Settings } from '../../../environment';
import { change } from '../../../release/change';
import { readComposition, storeComposition } from '../../../release/compositions';
import { encodings, isText } from '../../../release/compress';
import { readLedger } from '../../../release/ledger';
import type { Progress } from '../../../release/reports/progress';
import { localSiteUrl } from '../../../release/settings';
import { FolderStore } from '../../../release/stores/folder-store';
import { keys } from '../../../release/stores/store';
import { openReleaseTool, type ReleaseTool } from '../../../release/tool';
import { serveSite } from '../../../server/server';
import { freePort } from '../../../testing/free-port';
import { changePages, headingPage, withoutScripts } from './derived-pages';
import { buildMonolith } from './monolith';
import { variants, type Variant } from './variants';

/** One origin for all, so that their pages differ in nothing but what is measured. */
const siteUrl = localSiteUrl;

export interface VariantSites {
  /** Address of each variant's server, without a trailing slash. */
  readonly urls: Readonly<Record<Variant, string>>;
  /** The release tool of the composed site, for what happens at a deploy. */
  readonly tool: ReleaseTool;
  /** SITE_DIR of the composed site. */
  readonly siteDir: string;
  readonly close: () => Promise<void>;
}

/**
 * Builds the variants and serves each from a folder of its own with the embedded server.
 * @param folder is empty; holds everything that is made
 */
export async function openVariantSites(folder: string, report: Progress): Promise<VariantSites> {
  const settingsOf = (variant: Variant): Settings => ({
    ...readSettings({ SITE_URL: siteUrl }),
    dataDir: path.join(folder, variant, 'data'),
    siteDir: path.join(folder, variant, 'site'),
  });
  const settings = settingsOf('composed');
  const opened = await openReleaseTool(settings);
  // Read once: a composition on another day, or after a change of prices, would be another page.
  const prices = await readPrices({ pricesUrl: null, dataDir: settings.dataDir, last: null });
  const tool: ReleaseTool = { ...opened, readPrices: () => Promise.resolve(prices) };
  await change({ name: 'publish', apps: tool.apps, overBudget: null }, tool, report);
  const live = (await readLedger(tool.store)).live?.composition ?? '';
  const composed = await readComposition(tool.store, live);
  if (!composed) throw new Error('The composed site did not go live.');

  const putLive = async (variant: Variant, composition: Composition) => {
    const store = new FolderStore(settingsOf(variant).siteDir);
    await storeComposition(store, tool.compress, composition, {}, '');
    await store.point('live', composition.id);
  };

  await report('Build the monolith', async () => {
    const releases = tool.apps.map(async (app) => [app, (await buildApp(app)).folder] as const);
    const { manifest, readFile, composition } = await buildMonolith(
      path.join(folder, 'monolith/build'),
      Object.fromEntries(await Promise.all(releases)),
      { prices, basePath: '', settings: { siteUrl }, indexable: true },
    );
    const store = new FolderStore(settingsOf('monolith').siteDir);
    for (const name of Object.keys(manifest.files)) {
      const bytes = await readFile(name);
      const key = keys.asset('host', name);
      await store.putImmutable(key, bytes);
      for (const encoding of isText(name) ? encodings : []) {
        await store.putImmutable(`${key}.${encoding}`, await tool.compress(bytes, encoding));
      }
    }
    await putLive('monolith', composition);
    return { detail: '' };
  });

  await report('Derive the pages without scripts and with one heading', async () => {
    const assets = (variant: Variant) => path.join(settingsOf(variant).siteDir, 'assets');
    await cp(assets('composed'), assets('scriptless'), { recursive: true });
    await putLive('scriptless', changePages(composed, `scriptless-${live}`, withoutScripts));
    await putLive(
      'heading',
      changePages(composed, `heading-${live}`, () => headingPage),
    );
    return { detail: '' };
  });

  const sites = await Promise.all(
    variants.map(async (variant) => {
      const site = await serveSite({ ...settingsOf(variant), port: await freePort() });
      return [variant, site] as const;
    }),
  );
  const urls = Object.fromEntries(sites.map(([variant, { url }]) => [variant, url]));
  return {
    urls: urls as Record<Variant, string>,
    tool,
    siteDir: settings.siteDir,
    close: async () => {
      await Promise.all(sites.map(([, site]) => site.close()));
    },
  };
}
