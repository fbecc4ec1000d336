import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { openClient } from '@composed/release/store/bucket-client';
import { BucketObjects } from '@composed/release/store/bucket-objects';
import { BucketStore } from '@composed/release/store/bucket-store';
import { aLiveSite } from '@composed/testing/release/folder-site';
import { describeWithGateway } from '@composed/testing/store/s3-gateway';
import { followBucket } from './site-files';

describeWithGateway('a bucket with a policy', 'bucket', (gateway) => {
  test('a publisher and a server need the rights of the policy in OPERATING.md and no others', async () => {
    const guide = await readFile(
      path.join(getRepositoryRoot(), 'shared/platform/OPERATING.md'),
      'utf8',
    );
    const { Statement } = JSON.parse(/^\{\n {2}"Statement"[^]*?^\}/m.exec(guide)?.[0] ?? '') as {
      Statement: { Action: string[] };
    };
    const allowed = (name: string, Action: string[]) => {
      const Principal = { AWS: [`arn:aws:iam:::user/${name}`] };
      return { ...Statement, Action, Principal };
    };
    const credentials = await gateway().createUser('publisher');
    const server = await gateway().createUser('server');
    await openClient().putBucketPolicy({
      Bucket: 'bucket',
      Policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          allowed('publisher', Statement.Action),
          allowed('server', Statement.Action.slice(0, 2)),
        ],
      }),
    });
    const open = (prefix: string, by = credentials) => {
      const at = { bucket: 'bucket', prefix };
      return new BucketStore(at, new BucketObjects(at, openClient({ credentials: by })));
    };
    const site = await aLiveSite({ store: open('prefix/') });
    await site.publish('pricing', 'v2');
    await site.rollback('pricing');
    await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
    await site.change({ name: 'preview-remove', preview: 'spring' });
    expect(await site.change({ name: 'prune', keepDays: 0 })).toMatch(/removed/);
    expect((await site.runCommandLine('verify')).err).toBe('');
    const { readSiteFile, unavailableSince, stop } = await followBucket(
      open('prefix/', server),
      Fastify().log,
    );
    expect([await readSiteFile('live', 'index.html', ''), unavailableSince()]).toMatchObject([
      {},
      null,
    ]);
    await stop();
    await expect(open('prefix/', server).remove('index.html')).rejects.toThrow(/do not allow it/);
    await expect(open('elsewhere/').swapLedger(0, '')).rejects.toThrow(/do not allow it/);
  });
});
