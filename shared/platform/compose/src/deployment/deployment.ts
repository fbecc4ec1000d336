import { digestOf } from '@composed/apps/integrity';
import type { ComposerInput } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { ReleaseError } from '@composed/command/errors';

/** An entry of the render cache: markup of modules of one release. */
export interface RenderedModules {
  readonly app: string;
  readonly version: string;
  readonly name: string;
  /** Federation id → markup. */
  readonly markups: Readonly<Record<string, string>>;
}

/** A release as compose takes it. */
export interface ComposableRelease {
  readonly manifest: ReleaseManifest;
  /** Reads server.cjs. Called only for releases that some page shows. */
  readonly readServer: () => Promise<string>;
  /** Reads renderer.cjs of the host, when some page shows a remote. */
  readonly readRenderer: () => Promise<string>;
  /** Reads a browser file that `manifest.files` names. */
  readonly readFile: (name: string) => Promise<Buffer>;
  /** Cached markup of its modules by the name of its entry; null where there is none, or it is damaged. */
  readonly readCachedMarkup: (name: string) => Promise<RenderedModules['markups'] | null>;
}

/** Everything that pages are composed from. */
export interface DeploymentInput extends Omit<
  ComposerInput,
  'releases' | 'hash' | 'announce' | 'takePage'
> {
  /** One release per app, by app name. */
  readonly releases: Readonly<Record<string, ComposableRelease>>;
}

/** Complete pages of one set of releases. */
export interface Deployment {
  /** Derived from the content of the pages. */
  readonly id: string;
  /** Federation ids of modules that have a slot and no release. */
  readonly empty: readonly string[];
  /** File ('index.html', 'guides/first-steps.html', '404.html', 'robots.txt', …) → content, uncompressed. */
  readonly pages: ReadonlyMap<string, Buffer>;
  /** Markup that was rendered for it and may be cached; none for a release whose markup came from the cache. */
  readonly rendered: readonly RenderedModules[];
}

/** An id of 128 bits that follows from the content of pages. */
export function idOf(pages: Deployment['pages']): string {
  function* inOrder() {
    for (const name of [...pages.keys()].sort())
      yield [name, pages.get(name) ?? Buffer.of()] as const;
  }
  return digestOf(inOrder()).slice(0, 32);
}

/** @throws ReleaseError of the host, whose composer asked for an app that has no release */
export function releaseOf({ releases }: DeploymentInput, app: string) {
  const release = Object.hasOwn(releases, app) ? releases[app] : undefined;
  if (release) return release;
  const reason = `its composer asks for ${app}, which has no release`;
  throw new ReleaseError({ app: 'host', reason });
}
