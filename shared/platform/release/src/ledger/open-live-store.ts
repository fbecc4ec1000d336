import type { Environment } from '@composed/command/environment';
import { readLedger } from './ledger';
import { readEnvironmentSettings, requireNoContradiction } from './site-settings';
import { openStore } from '../store/open-store';

/**
 * Opens the store that a server serves.
 * @returns the store, and the environment with the site's own public address, if it has one
 * @throws UserError if the environment names another address
 */
export async function openLiveStore(environment: Environment) {
  const store = await openStore(environment);
  const { live, settings: site } = await readLedger(store);
  if (!live) return { isLive: false, store, environment };
  requireNoContradiction(site, readEnvironmentSettings(environment.siteUrl, {}));
  const siteUrl = site.siteUrl ?? environment.siteUrl;
  return { isLive: true, store, environment: { ...environment, siteUrl } };
}
