import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { terminal } from '@composed/command/output';
import { createCompressor } from '@composed/release/store/compress';
import { openClient } from '@composed/release/store/bucket-client';
import { BucketObjects } from '@composed/release/store/bucket-objects';
import { BucketStore } from '@composed/release/store/bucket-store';
import { runCommand } from '@composed/command/terminal';
import {
  ageGrowingSite,
  aGrowingSite,
  CountingStore,
  prepareGrowingSite,
} from '@composed/testing/release/growing-site';

const message = v.object({ headers: v.object({ 'content-length': v.optional(v.unknown(), 0) }) });
const lengthOf = (sent: unknown) => Number(v.parse(message, sent).headers['content-length']);

/** A store in the bucket `growth`, and what was asked of it. */
function openBucket(prefix: string) {
  const counts = { requests: 0, bytes: 0 };
  const client = openClient();
  client.middlewareStack.add(
    (next) => async (given) => {
      counts.requests += 1;
      const answered = await next(given);
      counts.bytes += lengthOf(given.request) + lengthOf(answered.response);
      return answered;
    },
    { step: 'deserialize' },
  );
  const place = { bucket: 'growth', prefix };
  return { store: new BucketStore(place, new BucketObjects(place, client)), counts };
}

/*
 * Makes a site of some size, or runs a command of it as a fresh checkout does, which has compressed nothing yet:
 * growth-command.ts FOLDER PREFIX REMOTES PAGES PUBLISHES [SOURCE [WORDS…]]. With a prefix its store is in the bucket
 * `growth`, else in the folder. It prints what it took, as JSON.
 */
runCommand(async ([root = '', prefix = '', remotes, pages, publishes, source, ...words]) => {
  const size = { remotes: Number(remotes), pages: Number(pages), text: 20_000 };
  const folder = new CountingStore(path.join(root, 'site'));
  const bucket = prefix === '' ? null : openBucket(prefix);
  await mkdir(root, { recursive: true });
  const compress = createCompressor(await mkdtemp(path.join(root, 'cache-')));
  const { site } = aGrowingSite(root, size, bucket?.store ?? folder, { compress });
  if (source === undefined) {
    await prepareGrowingSite(site);
    await ageGrowingSite(site, Number(publishes));
  } else if (words.length > 0) {
    site.sources.set('pricing', source);
    const { code, err } = await site.type(...words);
    if (code !== 0) throw new Error(err);
  }
  const { bytes, ...asked } = folder.counts;
  const requests = Object.values(asked).reduce((sum, each) => sum + each, 0);
  const memory = process.resourceUsage().maxRSS * 1024;
  const counts = bucket?.counts ?? { requests, bytes };
  terminal.write(`${JSON.stringify({ ...counts, memory })}\n`);
});
