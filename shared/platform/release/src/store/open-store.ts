import type { Settings } from '@composed/command/environment';
import { FolderStore } from './folder-store';
import type { Store } from './store';

/** The store of this environment. */
export async function openStore({
  siteDir,
  siteStore,
}: Pick<Settings, 'siteDir' | 'siteStore'>): Promise<Store> {
  if (siteStore === null) return new FolderStore(siteDir);
  // A store in a folder need not wait for the SDK to load.
  const { BucketStore } = await import('./bucket-store');
  return new BucketStore(siteStore);
}
