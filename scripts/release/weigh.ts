import type { Composition } from '../compose/composition';
import { findRecord } from '../compose/record-in-page';
import { readScriptElements } from '../compose/script-elements';
import type { Weight, Weights } from './budget';
import { encodings, type Compressor } from './compress';
import type { ReleaseSet } from './ledger';
import { readManifest } from './releases';
import { keys, type Store } from './stores/store';

const inlineStyle = /<style data-href="[^"]*">(.*?)<\/style>/gs;
const [brotli] = encodings;

async function storedSize(store: Store, key: string): Promise<number> {
  const copy = (await store.get(`${key}.${brotli}`)) ?? (await store.get(key));
  return copy?.byteLength ?? 0;
}

async function weighApp(store: Store, app: string, version: string): Promise<Weight> {
  const manifest = await readManifest(store, app, version);
  const weight = { script: 0, style: 0 };
  for (const name of Object.keys(manifest?.files ?? {})) {
    const kind = name.endsWith('.js') ? 'script' : name.endsWith('.css') ? 'style' : null;
    if (kind) weight[kind] += await storedSize(store, keys.asset(app, name));
  }
  return weight;
}

/** Scripts and preloads that a page names, with the inline bootstrap inside its HTML. */
async function weighPage(store: Store, compress: Compressor, page: Buffer): Promise<Weight> {
  const html = page.toString('utf8');
  const record = findRecord(html);
  if (!record) return {};
  const scripts = [...readScriptElements(html), ...record.preloads];
  const files = new Set(scripts.map(({ src }) => src.replace(/^\//, '')));
  const styles = [...html.matchAll(inlineStyle)].map(([, text]) => text ?? '').join('\n');
  const [html_, style, ...script] = await Promise.all([
    compress(page, brotli).then(({ byteLength }) => byteLength),
    compress(Buffer.from(styles), brotli).then(({ byteLength }) => byteLength),
    ...[...files].map((file) => storedSize(store, file)),
  ]);
  return { html: html_, style, script: script.reduce((sum, size) => sum + size, 0) };
}

/**
 * What a composition weighs as visitors download it, in bytes (brotli): each app's whole release, and
 * what the first load of each page takes.
 */
export async function weigh(
  store: Store,
  compress: Compressor,
  composition: Composition,
  releases: ReleaseSet,
): Promise<Weights> {
  const apps = Object.entries(releases).map(
    async ([app, version]) => [app, await weighApp(store, app, version)] as const,
  );
  const pages = [...composition.pages]
    .filter(([name]) => name.endsWith('.html'))
    .map(async ([name, page]) => [name, await weighPage(store, compress, page)] as const);
  return {
    apps: Object.fromEntries(await Promise.all(apps)),
    pages: Object.fromEntries(await Promise.all(pages)),
  };
}
