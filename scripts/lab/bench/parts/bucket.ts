import { readSettings, type Settings } from '../../../environment';
import { localSiteUrl } from '../../../release/settings';
import { openClient } from '../../../release/stores/bucket-client';
import { BucketObjects } from '../../../release/stores/bucket-objects';
import { BucketStore } from '../../../release/stores/bucket-store';
import { serveSite } from '../../../server/server';
import { hasGateway } from '../../../setup/browser.mjs';
import { freePort } from '../../../testing/free-port';
import { startGateway } from '../../../testing/s3-gateway';
import { putUnderLoad } from '../../soak/load';
import { atMost, type Bench, type Findings } from '../findings';
import { formatCount, formatTimes } from '../statistics';
import { deployInTurn, openSite } from './deploys';
import { compareThroughput, pagesPerSecond } from './throughput';

/** A site in a bucket, and what its last publish asked the bucket for. */
async function openBucketSite(bench: Bench, remotes: number) {
  const place = { bucket: 'bench', prefix: `${remotes}/` };
  const asked = { requests: 0, bytes: 0 };
  const client = openClient();
  client.middlewareStack.add(
    (next) => (call) => {
      const body = 'Body' in call.input ? call.input.Body : null;
      asked.requests += 1;
      asked.bytes += body instanceof Uint8Array ? body.byteLength : 0;
      return next(call);
    },
    { step: 'initialize' },
  );
  const store = new BucketStore(place, new BucketObjects(place, client));
  const site = await openSite(bench, remotes, store);
  let published = asked;
  const deploy = async (round: number) => {
    Object.assign(asked, { requests: 0, bytes: 0 });
    await site.deploy(round, () => (published = { ...asked }));
  };
  return { ...site, deploy, place, published: () => published };
}

async function measureSites(bench: Bench): Promise<Findings> {
  const sites = [await openBucketSite(bench, 2), await openBucketSite(bench, 100)] as const;
  await deployInTurn(bench, sites);
  const [few] = sites;
  const given = { ...readSettings({ SITE_URL: localSiteUrl }), dataDir: `${bench.folder}/bucket` };
  const perSecondBefore = async (own: Pick<Settings, 'siteDir'> | Pick<Settings, 'siteStore'>) => {
    const site = await serveSite({ ...given, ...own, port: await freePort() });
    // The first second warms up.
    await putUnderLoad({ url: `${site.url}/`, duration: 1 });
    try {
      return await pagesPerSecond(site.url);
    } finally {
      await site.close();
    }
  };
  const [folder, bucket]: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.runs; round += 1) {
    folder.push(await perSecondBefore({ siteDir: bench.sites.tool.store.name }));
    bucket.push(await perSecondBefore({ siteStore: few.place }));
  }
  const throughput = compareThroughput(folder, bucket);
  return {
    data: { deploys: sites.map(({ remotes, times }) => ({ remotes, ...times })), folder, bucket },
    tables: [
      {
        title: 'Deploys to a bucket, by the number of remotes in the table',
        head: ['Remotes', 'Publish to live', 'Roll back', 'Requests', 'Bytes sent'],
        rows: sites.map(({ remotes, times: { publish, rollback }, published }) => [
          ...[String(remotes), formatTimes(publish), formatTimes(rollback)],
          ...Object.values(published()).map(formatCount),
        ]),
      },
      {
        title: 'Landing pages per second of "serve", 50 connections',
        head: ['Folder', 'Bucket', 'Ratio'],
        rows: [throughput.cells],
      },
    ],
    goals: [
      atMost('Requests of a publish to a bucket', few.published().requests, 30),
      throughput.goal('Landing pages per second from a bucket'),
    ],
  };
}

/** A folder beside a bucket of Ceph's gateway in memory on this machine. */
export async function measureBucket(bench: Bench): Promise<Findings> {
  if (!hasGateway()) return { tables: [], warning: 'There is no S3 gateway here.' };
  const gateway = await startGateway();
  await gateway.createBucket('bench');
  try {
    return await measureSites(bench);
  } finally {
    await gateway.stop();
  }
}
