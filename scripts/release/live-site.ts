import type { Settings } from '../environment';
import { readLedger } from './ledger';
import { environmentSettings, refuseContradiction } from './settings';
import { FolderStore } from './stores/folder-store';

/**
 * What a server needs to know of the store before it serves it.
 * @returns the settings of the environment with the site's own public address, where it has one
 * @throws Refusal when the environment names another one; Error when there can be no store
 */
export async function readLiveSite(
  settings: Settings,
): Promise<{ isLive: boolean; settings: Settings }> {
  const store = new FolderStore(settings.siteDir);
  await store.checkPlace('read');
  const { live, settings: site } = await readLedger(store);
  if (!live) return { isLive: false, settings };
  const { siteUrl } = environmentSettings(settings.siteUrl, null);
  refuseContradiction(site, { siteUrl });
  return { isLive: true, settings: { ...settings, siteUrl: site.siteUrl ?? settings.siteUrl } };
}
