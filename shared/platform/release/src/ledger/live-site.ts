import type { Settings } from '@composed/command/environment';
import { readLedger } from './ledger';
import { environmentSettings, refuseContradiction } from './settings';
import { openStore } from '../store/open-store';

/**
 * The store and settings that a server needs before it serves.
 * @returns the settings of the environment with the site's own public address, where it has one
 * @throws UserError when the environment names another one
 */
export async function readLiveSite(settings: Settings) {
  const store = await openStore(settings);
  const { live, settings: site } = await readLedger(store);
  if (!live) return { isLive: false, store, settings };
  refuseContradiction(site, environmentSettings(settings.siteUrl, {}));
  const siteUrl = site.siteUrl ?? settings.siteUrl;
  return { isLive: true, store, settings: { ...settings, siteUrl } };
}
