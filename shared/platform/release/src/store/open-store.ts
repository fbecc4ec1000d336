import type { Settings } from '@composed/command/environment';
import { installPackage } from '@composed/command/packages.mjs';
import { FolderStore } from './folder-store';
import type { Store } from './store';

export async function openStore({
  siteDir,
  siteStore,
}: Pick<Settings, 'siteDir' | 'siteStore'>): Promise<Store> {
  if (siteStore === null) return new FolderStore(siteDir);
  // The SDK is loaded only for a bucket, and only then has to be installed.
  await installPackage('@aws-sdk/client-s3');
  const { BucketStore } = await import('./bucket-store');
  return new BucketStore(siteStore);
}
