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
import type { Bench, Findings } from '../findings';
import { compareRounds, formatRatio, formatTimes, summarize } from '../statistics';
import { openSite } from './deploys';

const mostRequests = 30;
/** Of a server's throughput over a warm cache, as a share of that before a folder. */
const leastRatio = 0.95;

/** The same site in a folder and in a bucket, and what the bucket was asked since the last reset. */
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
  const pair = {
    folder: await openSite(bench, remotes),
    bucket: await openSite(bench, remotes, store),
  };
  const counts: (typeof asked)[] = [];
  const deploy = async (round: number) => {
    await pair.folder.deploy(round);
    Object.assign(asked, { requests: 0, bytes: 0 });
    await pair.bucket.deploy(round, () => counts.push({ ...asked }));
  };
  return { ...pair, remotes, place, counts, deploy };
}

/** Landing pages per second of a server before each, by rounds. */
async function loadServers(
  { folder, runs }: Bench,
  { folder: { tool }, place }: Awaited<ReturnType<typeof openPair>>,
) {
  const given = { ...readSettings({ SITE_URL: localSiteUrl }), dataDir: `${folder}/bucket` };
  const settings = [{ siteDir: tool.store.name }, { siteStore: place }];
  const perSecond: [number[], number[]] = [[], []];
  for (let round = 0; round < runs; round += 1) {
    for (const [n, own] of settings.entries()) {
      const site = await serveSite({ ...given, ...own, port: await freePort() });
      const load = { url: site.url, paths: ['/'], connections: 50, perSecond: null };
      // The first second warms up.
      await putUnderLoad({ ...load, seconds: 1 });
      const report = await putUnderLoad({ ...load, seconds: 3 });
      await site.close();
      if (report.failed > 0) throw new Error(`${report.failed} requests failed under load.`);
      perSecond[n]?.push(report.perSecond);
    }
  }
  return perSecond;
}

/** A folder beside a bucket of Ceph's gateway in memory on this machine. */
export async function measureBucket(bench: Bench): Promise<Findings> {
  if (!hasGateway()) return { data: null, tables: [], warning: 'There is no S3 gateway here.' };
  const gateway = await startGateway();
  try {
    await gateway.createBucket('bench');
    const few = await openPair(bench, 2);
    const many = await openPair(bench, 100);
    const rounds = Math.max(3, bench.runs);
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const pair of [few, many]) await pair.deploy(round);
      bench.print(`bucket, round ${round} of ${rounds}`);
    }
    const pairs = [few, many];
    for (const { folder, bucket } of pairs) {
      for (const { times } of [folder, bucket])
        Object.values(times).forEach((each) => each.shift());
    }
    const [folder, bucket] = await loadServers(bench, few);
    const ratio = compareRounds(bucket, folder);
    const figure = (value: number) => Math.round(value).toLocaleString('en-US');
    const requests = few.counts.at(-1)?.requests ?? Infinity;
    const row = (pair: typeof few, place: 'folder' | 'bucket') => {
      const { publish, rollback } = pair[place].times;
      const { requests = 0, bytes = 0 } = place === 'bucket' ? (pair.counts.at(-1) ?? {}) : {};
      const asked = [requests, bytes].map((count) => (count > 0 ? figure(count) : ''));
      return [String(pair.remotes), place, formatTimes(publish), formatTimes(rollback), ...asked];
    };
    const head = ['Remotes', 'Store', 'Publish to live', 'Roll back', 'Requests', 'Bytes sent'];
    return {
      data: {
        deploys: pairs.map((pair) => [pair.folder.times, pair.bucket.times, pair.counts]),
        folder,
        bucket,
      },
      tables: [
        {
          title: 'Deploys to a folder and to a bucket',
          head,
          rows: pairs.flatMap((pair) => [row(pair, 'folder'), row(pair, 'bucket')]),
        },
        {
          title: 'Landing pages per second of "serve", 50 connections',
          head: ['Folder', 'Bucket', 'Ratio'],
          rows: [
            [...[folder, bucket].map((each) => figure(summarize(each).median)), formatRatio(ratio)],
          ],
        },
      ],
      goals: [
        {
          title: 'Requests of a publish to a bucket',
          goal: `at most ${mostRequests}`,
          measured: figure(requests),
          isKept: requests <= mostRequests,
        },
        {
          title: 'Landing pages per second from a bucket',
          goal: `at least × ${leastRatio}`,
          measured: formatRatio(ratio),
          isKept: ratio && ratio.median >= leastRatio,
        },
      ],
    };
  } finally {
    await gateway.stop();
  }
}
