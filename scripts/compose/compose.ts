import { createHash } from 'node:crypto';
import type { ReleaseRecord } from 'shared/contracts/release-record';
import type { ReleaseManifest } from 'shared/contracts/release-manifest';
import { checkCompatibility } from './compatibility';
import type { ComposableRelease, Composition, CompositionInput } from './composition';
import { renderDocument, type InlineStyle } from './document';
import { defaultRenderLimits, renderPages, type RenderedPage, type RenderLimits } from './render';
import { rootFiles } from './root-files';

const assetPath = (manifest: ReleaseManifest, file: string) => `/assets/${manifest.app}/${file}`;

function integrityOf(manifest: ReleaseManifest, file: string): string {
  const record = manifest.files[file];
  if (!record) throw new Error(`${manifest.app} ${manifest.version} lists no file "${file}".`);
  return record.integrity;
}

/** An exposed module that stands in a page. */
interface Occupant {
  readonly release: ComposableRelease;
  readonly expose: string;
}

/** The exposed modules in a page, from the slots in its markup. */
function occupants(page: RenderedPage, input: CompositionInput): Occupant[] {
  return [...page.markup.matchAll(/data-slot="([^"/]+)\/([^"]+)"/g)].flatMap(([, app, name]) => {
    const release = app !== undefined && Object.hasOwn(input.releases, app) && input.releases[app];
    return release ? [{ release, expose: `./${name}` }] : [];
  });
}

function pinnedScript(manifest: ReleaseManifest, file: string) {
  return { src: assetPath(manifest, file), integrity: integrityOf(manifest, file) };
}

function releaseRecord(
  host: ReleaseManifest,
  input: CompositionInput,
  present: readonly Occupant[],
  shown: readonly string[],
): ReleaseRecord {
  const remotes = Object.values(input.releases).filter(({ manifest }) =>
    shown.includes(manifest.app),
  );
  return {
    host: host.version,
    basePath: input.basePath,
    preloads: present.flatMap(({ release: { manifest }, expose }) =>
      (manifest.exposes[expose]?.scripts ?? []).map((file) => pinnedScript(manifest, file)),
    ),
    remotes: Object.fromEntries(
      remotes.map(({ manifest }) => [
        manifest.app,
        {
          version: manifest.version,
          entry: assetPath(manifest, manifest.entry),
          integrity: integrityOf(manifest, manifest.entry),
          styles: [...new Set(Object.values(manifest.exposes).flatMap(({ styles }) => styles))].map(
            (file) => ({ href: assetPath(manifest, file), integrity: integrityOf(manifest, file) }),
          ),
        },
      ]),
    ),
  };
}

async function inlineStyles(
  { manifest, readFile }: ComposableRelease,
  expose: string,
): Promise<InlineStyle[]> {
  const files = manifest.exposes[expose]?.styles ?? [];
  return Promise.all(
    files.map(async (file) => ({
      href: assetPath(manifest, file),
      text: (await readFile(file)).toString('utf8'),
    })),
  );
}

/**
 * Renders every page of a site to complete static HTML from one release per app.
 * @returns the pages with an id derived from their content; nothing is written anywhere
 * @throws CompositionRefused when a release must not go live, naming the app, its version and the reason
 */
export async function compose(
  input: CompositionInput,
  limits: RenderLimits = defaultRenderLimits,
): Promise<Composition> {
  const host = input.releases['host'];
  if (!host) throw new Error('A composition needs a release of the host.');
  const manifests = Object.values(input.releases).map(({ manifest }) => manifest);
  checkCompatibility(
    host.manifest,
    manifests.filter((manifest) => manifest !== host.manifest),
  );
  const [{ pages: rendered, shown }, hostStyles, bootstrap] = await Promise.all([
    renderPages(input, limits),
    inlineStyles(host, '.'),
    readBootstrap(host),
  ]);
  const pages = new Map<string, Buffer>();
  for (const page of rendered) {
    const present = occupants(page, input);
    const styles = await Promise.all(
      present.map(({ release, expose }) => inlineStyles(release, expose)),
    );
    const html = renderDocument({
      file: page.file,
      head: page.head,
      markup: page.markup,
      indexable: page.indexable && input.indexable,
      styles: [...hostStyles, ...styles.flat()],
      calls: present.flatMap(({ release }) => release.manifest.calls),
      record: releaseRecord(host.manifest, input, present, shown),
      prices: present.some(({ release }) => release.manifest.calls.length > 0)
        ? input.prices
        : null,
      scripts: (host.manifest.exposes['.']?.scripts ?? []).map((file) =>
        pinnedScript(host.manifest, file),
      ),
      bootstrap,
      // A remote that the host has no place for adds nothing to any page.
      trustedTypes: ['remote-entries', 'host', ...shown],
    });
    pages.set(page.file, Buffer.from(html));
  }
  const indexablePaths = rendered.filter(({ indexable }) => indexable).map(({ path }) => path);
  for (const [file, content] of await rootFiles(host, input, indexablePaths)) {
    pages.set(file, content);
  }
  return { id: contentId(pages), pages };
}

async function readBootstrap({ manifest, readFile }: ComposableRelease): Promise<string> {
  const file = Object.keys(manifest.files).find((name) => /^bootstrap\.\w+\.js$/.test(name));
  if (!file) throw new Error(`host ${manifest.version} has no inline bootstrap.`);
  const text = (await readFile(file)).toString('utf8');
  if (/<\/script|<!--/i.test(text)) throw new Error(`${file} cannot stand in a page.`);
  return text;
}

function contentId(pages: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [file, content] of [...pages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 12);
}
