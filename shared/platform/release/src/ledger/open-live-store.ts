import type { Settings } from '@composed/command/environment';
import { readLedger } from './ledger';
import { readEnvironmentSettings, refuseContradiction } from './site-settings';
import { openStore } from '../store/open-store';

/**
 * Opens the store that a server serves.
 * @returns the store, and the settings of the environment with the site's own public address, if it has one
 * @throws UserError if the environment names another address
 */
export async function openLiveStore(settings: Settings) {
  const store = await openStore(settings);
  const { live, settings: site } = await readLedger(store);
  if (!live) return { isLive: false, store, settings };
  refuseContradiction(site, readEnvironmentSettings(settings.siteUrl, {}));
  const siteUrl = site.siteUrl ?? settings.siteUrl;
  return { isLive: true, store, settings: { ...settings, siteUrl } };
}
