import { cp } from 'node:fs/promises';
import path from 'node:path';
import { pageAddresses } from '@composed/contracts/page-addresses';
import type { Deployment } from '@composed/compose/deployment';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/output';
import { change } from '@composed/release/publish/change';
import { readDeployment, storeDeployment } from '@composed/release/deployments';
import { makeCopies } from '@composed/release/store/compress';
import { readLedger } from '@composed/release/ledger';
import { createProgress } from '@composed/release/inspect/reports/progress';
import { localSiteUrl } from '@composed/release/ledger/settings';
import { FolderStore } from '@composed/release/store/folder-store';
import { keys } from '@composed/release/store';
import { buildLater } from '@composed/build/release/build-later';
import { openReleaseTool, type ReleaseTool } from '@composed/release/tool';
import { serveSite } from '@composed/server/serve/server';
import { siteServices } from '@shopwright/services';
import { freePort } from '@composed/http/operations/free-port';
import { buildMonolith } from './monolith';
import { changePages, variants, withoutScripts, writtenByHand } from './variants';

export type VariantSites = Awaited<ReturnType<typeof openVariantSites>>;

async function putLive(
  compress: ReleaseTool['compress'],
  siteDir: string,
  deployment: Deployment,
): Promise<void> {
  const store = new FolderStore(siteDir);
  await storeDeployment({ store, compress }, deployment);
  await store.point('live', deployment.id);
}

/**
 * Puts the live pages of a site, changed, into the folder of another one, with the same files.
 * @returns them as they were
 */
export async function putChanged(
  { store, compress }: Pick<ReleaseTool, 'store' | 'compress'>,
  siteDir: string,
  change: (html: string) => string,
): Promise<Deployment> {
  const { live } = await readLedger(store);
  const composed = live && (await readDeployment(store, live.deployment));
  if (!composed) throw new Error('The site did not go live.');
  await cp(path.join(store.name, 'assets'), path.join(siteDir, 'assets'), { recursive: true });
  await putLive(compress, siteDir, changePages(composed, `changed-${composed.id}`, change));
  return composed;
}

/** Sites that Lighthouse looks at as well: the same content as somebody would write it without scripts. */
const served = [...variants, 'byHand'] as const;
type Served = (typeof served)[number];

/**
 * Builds the variants and serves each from a folder of its own with the embedded server.
 * @param folder is empty; holds everything that is made
 */
export async function openVariantSites(folder: string) {
  const report = createProgress(terminal);
  const settingsOf = (variant: Served) => ({
    // All variants have one origin, so that no page differs by its address.
    ...readSettings({ SITE_URL: localSiteUrl }),
    dataDir: path.join(folder, variant, 'data'),
    siteDir: path.join(folder, variant, 'site'),
  });
  const tool = await openReleaseTool(settingsOf('composed'), siteServices, buildLater);
  await change({ name: 'publish', apps: tool.apps }, tool, report);
  const { live } = await readLedger(tool.store);
  if (!live) throw new Error('The composed site did not go live.');

  await report('Build the monolith', async () => {
    const monolith = await buildMonolith(path.join(folder, 'monolith/build'), live.data);
    const store = new FolderStore(settingsOf('monolith').siteDir);
    for (const [name, bytes] of monolith.files) {
      const files = await makeCopies(tool.compress, keys.asset('host', name), bytes);
      for (const [key, content] of files) await store.putImmutable(key, content);
    }
    await putLive(tool.compress, settingsOf('monolith').siteDir, monolith.deployment);
    return { detail: '' };
  });

  const { pages } = await putChanged(tool, settingsOf('scriptless').siteDir, withoutScripts);
  await putChanged(tool, settingsOf('byHand').siteDir, writtenByHand);

  const sites = await Promise.all(
    served.map(async (variant) => {
      const site = await serveSite(
        { ...settingsOf(variant), port: await freePort() },
        siteServices,
      );
      return [variant, site] as const;
    }),
  );
  const urls = Object.fromEntries(sites.map(([variant, { url }]) => [variant, url]));
  return {
    /** The address of every page. */
    addresses: pageAddresses(pages.keys()),
    /** Address of each variant's server, without a trailing slash. */
    urls: urls as Readonly<Record<Served, string>>,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(sites.map(([, site]) => site.close()));
    },
  };
}
