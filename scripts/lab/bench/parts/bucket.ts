import { readSettings } from '../../../environment';
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
import { openSite } from './deploys';
import { compareThroughput, pagesPerSecond } from './throughput';

/** The same site in a folder and in a bucket, and what each publish asked the bucket for. */
async function openPair(bench: Bench, remotes: number) {
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
  const folder = await openSite(bench, remotes);
  const bucket = await openSite(bench, remotes, store);
  let published = asked;
  return {
    ...{ folder, bucket, remotes, place },
    published: () => published,
    deploy: async (round: number) => {
      await folder.deploy(round);
      Object.assign(asked, { requests: 0, bytes: 0 });
      await bucket.deploy(round, () => (published = { ...asked }));
    },
  };
}
type Pair = Awaited<ReturnType<typeof openPair>>;

/** Landing pages per second of a server before each store, by rounds. */
async function loadServers({ folder, runs }: Bench, pair: Pair) {
  const given = { ...readSettings({ SITE_URL: localSiteUrl }), dataDir: `${folder}/bucket` };
  const before = async (own: { siteDir: string } | { siteStore: Pair['place'] }) => {
    const site = await serveSite({ ...given, ...own, port: await freePort() });
    // The first second warms up.
    await putUnderLoad({ url: `${site.url}/`, duration: 1 });
    return await pagesPerSecond(site.url).finally(site.close);
  };
  const perSecond = { folder: [] as number[], bucket: [] as number[] };
  for (let round = 0; round < runs; round += 1) {
    perSecond.folder.push(await before({ siteDir: pair.folder.tool.store.name }));
    perSecond.bucket.push(await before({ siteStore: pair.place }));
  }
  return perSecond;
}

async function compareStores(bench: Bench): Promise<Findings> {
  const pairs = [await openPair(bench, 2), await openPair(bench, 100)] as const;
  for (let round = 0; round <= bench.runs; round += 1) {
    for (const pair of pairs) await pair.deploy(round);
    console.log(`bucket, round ${round} of ${bench.runs}`);
  }
  const [few] = pairs;
  const { folder, bucket } = await loadServers(bench, few);
  const throughput = compareThroughput(folder, bucket);
  const rows = pairs.flatMap((pair) => {
    const { requests, bytes } = pair.published();
    const row = (store: 'folder' | 'bucket', ...asked: string[]) => {
      const { publish, rollback } = pair[store].times;
      return [String(pair.remotes), store, formatTimes(publish), formatTimes(rollback), ...asked];
    };
    return [row('folder', '', ''), row('bucket', formatCount(requests), formatCount(bytes))];
  });
  const { requests } = few.published();
  return {
    data: { deploys: pairs.map((pair) => [pair.folder.times, pair.bucket.times]), folder, bucket },
    tables: [
      {
        title: 'Deploys to a folder and to a bucket',
        head: ['Remotes', 'Store', 'Publish to live', 'Roll back', 'Requests', 'Bytes sent'],
        rows,
      },
      {
        title: 'Landing pages per second of "serve", 50 connections',
        head: ['Folder', 'Bucket', 'Ratio'],
        rows: [throughput.cells],
      },
    ],
    goals: [
      atMost('Requests of a publish to a bucket', requests, 30),
      throughput.goal('Landing pages per second from a bucket'),
    ],
  };
}

/** A folder beside a bucket of Ceph's gateway in memory on this machine. */
export async function measureBucket(bench: Bench): Promise<Findings> {
  if (!hasGateway()) return { data: null, tables: [], warning: 'There is no S3 gateway here.' };
  const gateway = await startGateway();
  await gateway.createBucket('bench');
  return await compareStores(bench).finally(gateway.stop);
}
