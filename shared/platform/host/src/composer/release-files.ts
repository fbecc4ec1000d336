import type { ComposerRelease } from '@composed/contracts/composer';
import type { PinnedScript } from '@composed/contracts/page-elements';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import * as v from 'valibot';

/** A release of the deployment with its parsed manifest. */
export interface Release extends Omit<ComposerRelease, 'manifest'> {
  readonly manifest: ReleaseManifest;
}

/**
 * Returns the public path of a release's file, and its hash.
 * @throws Error if the manifest names no such file
 */
export function pinOf({ app, files }: ReleaseManifest, file: string): PinnedScript {
  const listed = files[file];
  if (!listed) throw new Error(`the release.json of ${app} names no file "${file}"`);
  return { src: `/assets/${app}/${file}`, integrity: listed.integrity };
}

/** Reads the style sheets of an exposed module, to be inlined. */
export function inlineStyles({ manifest, readFile }: Release, expose: string) {
  const files = manifest.exposes[expose]?.styles ?? [];
  return Promise.all(
    files.map(async (file) => {
      const { src: href } = pinOf(manifest, file);
      return { app: manifest.app, file, href, text: await readFile(file) };
    }),
  );
}

/** Finds the file of one of the host's scripts by its name in the build, which has no hash. */
export function scriptNamed(host: Release, name: string): string {
  const files = Object.keys(host.manifest.files);
  const file = files.find((candidate) => candidate.replace(/\.\w+\.js$/, '') === name);
  if (file === undefined) throw new Error(`the host has no script "${name}"`);
  return file;
}

export const pinnedScript = (host: Release, name: string) =>
  pinOf(host.manifest, scriptNamed(host, name));

const importMap = v.object({ imports: v.record(v.string(), v.string()) });

/** The host's files that pages need for remotes of ES modules. */
export interface SharedEsModules {
  /** Text of the import map, which names the modules of `shared`. */
  readonly importMap: string;
  /** The script that creates the containers of all such remotes. */
  readonly container: PinnedScript;
  /** Request of a shared package → the module that re-exports the host’s copy. */
  readonly shared: Readonly<Record<string, PinnedScript>>;
}

/** @throws Error if the host's release has no import map */
export async function readSharedEsModules(host: Release): Promise<SharedEsModules> {
  const file = Object.keys(host.manifest.files).find((name) =>
    /^import-map\.\w+\.json$/.test(name),
  );
  if (file === undefined) throw new Error('the host has no import map');
  const text = await host.readFile(file);
  const { imports } = v.parse(importMap, JSON.parse(text));
  const shared = Object.entries(imports).map(
    ([request, src]) =>
      [request, pinOf(host.manifest, src.replace(/^\/assets\/host\//, ''))] as const,
  );
  return {
    importMap: text,
    container: pinnedScript(host, 'es-modules'),
    shared: Object.fromEntries(shared),
  };
}
