import type { ComposerRelease } from '@composed/contracts/composer';
import type { PinnedScript } from '@composed/contracts/page-elements';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import type { InlineStyle } from './document';

/** A release of the composition, its manifest parsed. */
export interface Release extends Omit<ComposerRelease, 'manifest'> {
  readonly manifest: ReleaseManifest;
}

/** Releases must not go live. */
export class Refused extends Error {
  constructor(readonly violations: readonly { app: string; reason: string }[]) {
    super();
  }
}

export const refused = (app: string, reason: string) => new Refused([{ app, reason }]);

/** The public path of a release's file, with what its bytes must be. */
export function pinned({ app, files }: ReleaseManifest, file: string): PinnedScript {
  const record = files[file];
  if (!record) throw refused(app, `its release.json names no file "${file}"`);
  return { src: `/assets/${app}/${file}`, integrity: record.integrity };
}

/** A file that is written into a page. It must not hold the end of its element, which no escape keeps. */
async function readInline(release: Release, file: string): Promise<string> {
  const text = await release.readFile(file);
  if (!/<\/(?:style|script)|<!--/i.test(text)) return text;
  const reason = `${file} cannot stand in a page: it would end its own element`;
  throw refused(release.manifest.app, reason);
}

/** The style sheets of an entry point. */
export function inlineStyles(release: Release, expose: string): Promise<InlineStyle[]> {
  const files = release.manifest.exposes[expose]?.styles ?? [];
  return Promise.all(
    files.map(async (file) => ({
      href: pinned(release.manifest, file).src,
      text: await readInline(release, file),
    })),
  );
}

function scriptNamed(host: Release, name: string): string {
  const file = Object.keys(host.manifest.files).find(
    (candidate) => candidate.replace(/\.\w+\.js$/, '') === name,
  );
  if (file === undefined) throw refused('host', `it has no script "${name}"`);
  return file;
}

/** @param sendsSignals whether the page's bootstrap brings the script for signals */
export function readBootstrap(host: Release, sendsSignals: boolean): Promise<string> {
  const file = scriptNamed(host, sendsSignals ? 'bootstrap-with-signals' : 'bootstrap');
  return readInline(host, file);
}

/** Another script of the host, by its name in the build. */
export function pinnedScript(host: Release, name: string): PinnedScript {
  return pinned(host.manifest, scriptNamed(host, name));
}
