import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import type { BucketPlace } from '../environment';
import { openClient } from '../release/stores/bucket-client';

/** Lets everybody read what the policy in the README opens of a bucket. */
export async function openPublicKeys({ bucket, prefix }: BucketPlace) {
  const readme = await readFile(path.join(repositoryRoot, 'README.md'), 'utf8');
  const [example = ''] = /^\{\n {2}"Effect"[^]*?^\}/m.exec(readme) ?? [];
  const Statement: unknown = JSON.parse(example.replace('bucket/prefix/', `${bucket}/${prefix}`));
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await openClient().putBucketPolicy({ Bucket: bucket, Policy });
}
