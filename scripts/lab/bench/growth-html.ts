import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { pinRemotes } from '@composed/host/pins';
import { pagePolicy, scriptSources } from '@composed/contracts/content-policy';
import { dataBlock, pinsElementId } from '@composed/contracts/page-elements';
import { aPricing } from '@composed/testing/release/composable-releases';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A module of a remote that is built as ours are: an entry, a chunk and a style sheet. */
function moduleOf(app: string) {
  const fileOf = (name: string, ending: string) => `${name}.${hashOf(app + name)}.${ending}`;
  const [entry, chunk] = [fileOf('entry', 'js'), fileOf('section', 'js')];
  const style = fileOf('styles', 'css');
  const props = { './Section': ['prices'] };
  const exposes = { './Section': { scripts: [entry, chunk], styles: [style] } };
  const files = Object.fromEntries([entry, chunk, style].map((name) => [name, app + name]));
  const own = { app, version: hashOf(app), entry, exposes, props };
  const { manifest } = aPricing({ manifest: own, files });
  const release = { manifest, readFile: () => Promise.resolve('') };
  return { id: `${app}/Section`, app, expose: './Section', props: ['prices'], release };
}

/**
 * Compressed bytes that remotes add to a page. The page shows two of them and leads to all.
 * @param hasHashes whether its policy has the hashes of their scripts
 */
export function htmlBytes(remotes: number, hasHashes = true): number {
  const apps = Array.from({ length: remotes }, (_, n) => `remote-${n}`);
  const modules = apps.map(moduleOf);
  const ids = modules.map(({ id }) => id);
  const facts = { host: hashOf('host'), basePath: '', empty: [], isWhole: false };
  const record = pinRemotes(modules, facts)({ mounted: ids.slice(0, 2), next: () => ids });
  const pinned = modules.filter(({ app }) => app in record.remotes);
  const policy = pagePolicy({
    scripts: (hasHashes ? pinned : []).flatMap(({ release }) =>
      scriptSources(release.manifest.files),
    ),
    styles: [],
    remotes: pinned,
    telemetryUrl: null,
  });
  return brotliCompressSync(policy + dataBlock(pinsElementId, record)).byteLength;
}
