import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { terminal } from '../../platform/output';
import { createCompressor } from '../../platform/release/compress';
import { BucketStore } from '../../platform/release/stores/bucket-store';
import { runCommand } from '../../platform/terminal';
import {
  ageGrowingSite,
  aGrowingSite,
  CountingStore,
  noCounts,
  prepareGrowingSite,
} from '../../tests/helpers/release/growing-site';

/*
 * Makes a site of some size, or runs a command of it as a fresh checkout does, which has compressed nothing yet:
 * growth-command.ts FOLDER PREFIX REMOTES PAGES PUBLISHES [SOURCE [WORDS…]]. With a prefix its store is in the bucket
 * `growth`, else in the folder. It prints what it took, as JSON.
 */
runCommand(async ([root = '', prefix = '', remotes, pages, publishes, source, ...words]) => {
  const size = { remotes: Number(remotes), pages: Number(pages), text: 20_000 };
  const folder = new CountingStore(path.join(root, 'site'));
  const store = prefix === '' ? folder : new BucketStore({ bucket: 'growth', prefix });
  await mkdir(root, { recursive: true });
  const cache = await mkdtemp(path.join(root, 'cache-'));
  const { site } = aGrowingSite(root, size, store, { compress: createCompressor(cache) });
  const type = async (...typed: string[]) => {
    const { code, err } = await site.type(...typed);
    if (code !== 0) throw new Error(err);
  };
  if (source === undefined) {
    await prepareGrowingSite(site);
    await ageGrowingSite(site, Number(publishes));
  } else if (words.length > 0) {
    site.sources.set('pricing', source);
    folder.counts = { ...noCounts };
    await type(...words);
  }
  const { bytes, ...asked } = folder.counts;
  const requests = Object.values(asked).reduce((sum, each) => sum + each, 0);
  const memory = process.resourceUsage().maxRSS * 1024;
  terminal.write(`${JSON.stringify({ requests, bytes, memory })}\n`);
});
