import { asOfName, scriptElement } from '@shopwright/shared/contracts/page-elements';
import type { Settings } from '../environment';
import type { Live } from '../release/ledger';
import { pagesOf, prunedOf, readPast } from '../release/past/moments';
import { Refusal } from '../release/refusal';
import { readManifest } from '../release/releases';
import { formatMoment } from '../release/reports/format';
import { openStore } from '../release/stores/open-store';
import type { ReadableStore } from '../release/stores/store';
import type { ReleaseTool } from '../release/tool';
import type { SiteServices } from '../site-services';
import { serveComposition } from './serve-composition';

/** What puts a sentence into the review overlay of a page, which the host's release brings for previews. */
async function overlayOf(store: ReadableStore, { releases }: Live, sentence: string) {
  const manifest = await readManifest(store, 'host', releases['host'] ?? '');
  const files = Object.entries(manifest?.files ?? {});
  const [file, record] = files.find(([name]) => /^overlay\.\w+\.js$/.test(name)) ?? [];
  // A host without one shows its pages as they are.
  if (file === undefined || !record) return (page: Buffer) => page;
  const script = scriptElement({ src: `/assets/host/${file}`, integrity: record.integrity });
  const meta = `<meta name="${asOfName}" content="${sentence}">`;
  return (page: Buffer) =>
    Buffer.from(
      page
        .toString('utf8')
        // Of the page's policy, which stands before everything that it is about.
        .replace('script-src ', `script-src '${record.integrity}' `)
        .replace('</head>', `${meta}${script}</head>`),
    );
}

/**
 * Serves what was live at a moment as it was, but for a banner, to this machine alone.
 * @param text as `findMoment` takes it
 * @returns a sentence on what it is, for people, and its server
 * @throws Refusal when it was pruned
 */
export async function servePast(
  settings: Settings,
  services: SiteServices,
  compose: ReleaseTool['compose'],
  text: string,
) {
  const store = await openStore(settings);
  const { live, revision } = await readPast({ store, now: () => new Date() }, text);
  const kept = new Set((await store.list('releases/')).map(({ key }) => key));
  const pruned = prunedOf(live.releases, kept);
  if (pruned.length > 0) {
    throw new Refusal(`What was live then cannot be served: ${pruned.join(', ')} was pruned.`);
  }
  const sentence = `as it was from ${formatMoment(live.since)} on, revision ${revision}`;
  const { id, pages } = await pagesOf({ store, compose }, live, live);
  const overlay = await overlayOf(store, live, sentence);
  const shown = [...pages].map(
    ([name, page]) => [name, name.endsWith('.html') ? overlay(page) : page] as const,
  );
  // Under another name, since compressed copies in the store are of pages without the banner.
  const banner = { id: `past-${id}`, pages: new Map(shown) };
  return { sentence, site: await serveComposition(settings, services, store, banner, live.data) };
}
