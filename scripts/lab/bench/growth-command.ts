import { hash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { terminal } from '@composed/command/output';
import { compose } from '@composed/compose/pages/compose';
import { readLedger, writeNext } from '@composed/release/ledger';
import type { Store } from '@composed/release/store';
import { createCompressor } from '@composed/release/store/compress';
import { openStore } from '@composed/release/store/open-store';
import { runCommand } from '@composed/command/terminal';
import { aGrowingSite, prepareGrowingSite } from '@composed/testing/release/growing-site';

/** Makes the ledger as long as so many publishes do: of each, a release and a deployment were shown last some day. */
async function lengthen(store: Store, publishes: number) {
  const ledger = await readLedger(store);
  const named = Array.from({ length: publishes }, (_, n) => hash('sha256', String(n)).slice(0, 32));
  const at = new Date().toISOString();
  const shown = named.flatMap((id) => [`pricing/${id}`, id].map((name) => [name, at] as const));
  const lastShown = { ...ledger.lastShown, ...Object.fromEntries(shown) };
  const [entry] = ledger.history;
  const history = entry ? named.slice(-500).map(() => entry) : [];
  await writeNext(store, ledger, { lastShown, history: [...history, ...ledger.history] });
}

/*
 * Makes a site of some size, or publishes pricing from other sources as a fresh checkout does, which has compressed
 * nothing yet: growth-command.ts FOLDER BUCKET REMOTES PAGES PUBLISHES [SOURCE]; an empty BUCKET stands for a folder. It
 * prints the bytes of memory that it took.
 */
runCommand(async ([root = '', bucket = '', remotes, pages, publishes, source]) => {
  const size = { remotes: Number(remotes), pages: Number(pages), text: 20_000 };
  const compress = createCompressor(await mkdtemp(path.join(root, 'cache-')));
  const siteStore = bucket === '' ? null : { bucket, prefix: `${path.basename(root)}/` };
  const store = await openStore({ siteDir: path.join(root, 'site'), siteStore });
  const { site } = aGrowingSite(root, size, store, { compress, compose });
  if (source === undefined) {
    await prepareGrowingSite(site);
    await lengthen(store, Number(publishes));
  } else {
    site.sources.set('pricing', source);
    const { code, err } = await site.type('publish', 'pricing');
    if (code !== 0) throw new Error(err);
  }
  terminal.write(`${process.resourceUsage().maxRSS * 1024}\n`);
});
