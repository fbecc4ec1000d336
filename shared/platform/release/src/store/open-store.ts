import type { Environment } from '@composed/command/environment';
import { installPackage } from '@composed/command/packages.mjs';
import { FolderStore } from './folder-store';
import type { Store } from './store';

export async function openStore({
  siteDir,
  siteStore,
}: Pick<Environment, 'siteDir' | 'siteStore'>): Promise<Store> {
  if (siteStore === null) return new FolderStore(siteDir);
  /*
   * The SDK is a peer dependency: package managers of other repositories, and the image of a server, install it. Only
   * `npm start` and the other commands of this repository leave peers out, until one of them opens a bucket.
   */
  await installPackage('@aws-sdk/client-s3');
  const { BucketStore } = await import('./bucket-store');
  return new BucketStore(siteStore);
}
