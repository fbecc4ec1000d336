import type { ComposerRelease } from '@composed/contracts/composer';
import type { PinnedScript } from '@composed/contracts/page-elements';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';

/** A release of the deployment, its manifest parsed. */
export interface Release extends Omit<ComposerRelease, 'manifest'> {
  readonly manifest: ReleaseManifest;
}

/**
 * The public path of a release's file, with what its bytes must be.
 * @throws Error where its manifest names no such file
 */
export function pinned({ app, files }: ReleaseManifest, file: string): PinnedScript {
  const listed = files[file];
  if (!listed) throw new Error(`the release.json of ${app} names no file "${file}"`);
  return { src: `/assets/${app}/${file}`, integrity: listed.integrity };
}

/** The style sheets of an entry point. */
export function inlineStyles({ manifest, readFile }: Release, expose: string) {
  const files = manifest.exposes[expose]?.styles ?? [];
  return Promise.all(
    files.map(async (file) => {
      const { src: href } = pinned(manifest, file);
      return { app: manifest.app, file, href, text: await readFile(file) };
    }),
  );
}

/** The file of one of the host's scripts, by its name in the build. */
export function scriptNamed(host: Release, name: string): string {
  const files = Object.keys(host.manifest.files);
  const file = files.find((candidate) => candidate.replace(/\.\w+\.js$/, '') === name);
  if (file === undefined) throw new Error(`the host has no script "${name}"`);
  return file;
}

export const pinnedScript = (host: Release, name: string) =>
  pinned(host.manifest, scriptNamed(host, name));
