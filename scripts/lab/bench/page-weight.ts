import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { pagePolicy, scriptSources } from '@composed/contracts/content-policy';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { pinRemotes } from '@composed/host/pins';

/* The weight of pins and hashes in a page of a site with many remotes, of which it shows one. */

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A remote with a container, a module, and a chunk that nobody loads at first. */
function remoteNamed(app: string) {
  const names = ['entry', 'section', 'later'].map((name) => {
    return `${name}.${createHash('sha256').update(`${app} ${name}`).digest('hex').slice(0, 12)}.js`;
  });
  const [entry = '', section = ''] = names;
  const listed = names.map((name) => [name, { bytes: 1, integrity: hashOf(app + name) }] as const);
  return parseReleaseManifest(
    JSON.stringify({
      ...{ app, entry, global: `remote_${app.replaceAll('-', '_')}`, contract: 1 },
      version: createHash('sha256').update(app).digest('hex').slice(0, 32),
      ...{ files: Object.fromEntries(listed), server: listed[0]?.[1], maps: {} },
      exposes: { './Section': { scripts: [entry, section], styles: [] } },
      ...{ props: {}, calls: [], shared: {}, source: app, revision: null },
      builtAt: '2026-03-01T00:00:00.000Z',
    }),
  );
}

/** Bytes of text, compressed as pages are. */
const weigh = (text: string) => brotliCompressSync(text).byteLength;

/** Bytes of pins and policy in a page, and of the policy's hashes, with the number of those. */
export function weighPins(remotes: number) {
  const manifests = Array.from({ length: remotes }, (_, n) => remoteNamed(`remote-${n}`));
  const shown = manifests.map((manifest) => ({
    ...{ id: `${manifest.app}/Section`, app: manifest.app, expose: './Section', props: [] },
    release: { manifest, readFile: () => Promise.resolve('') },
  }));
  const facts = { host: '0'.repeat(32), basePath: '', empty: [], isWhole: false };
  const page = { mounted: ['remote-0/Section'], next: () => [], isHeld: () => true };
  const pins = pinRemotes(shown, facts)(page);
  const pinned = manifests.filter(({ app }) => Object.hasOwn(pins.remotes, app));
  const scripts = pinned.flatMap(({ files }) => scriptSources(files));
  const policy = (sources: readonly string[]) =>
    pagePolicy({ scripts: sources, styles: [], remotes: pinned, telemetryUrl: null });
  const text = JSON.stringify(pins);
  const bytes = weigh(text + policy(scripts));
  return { bytes, hashes: bytes - weigh(text + policy([])), files: scripts.length };
}
