import { digestOf } from '@composed/apps/integrity';
import type { ComposerInput } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { ReleaseError } from '@composed/command/errors';

/** An entry of the render cache: markup of modules of one release. */
export interface RenderCacheEntry {
  readonly app: string;
  readonly version: string;
  readonly name: string;
  /** Markup by `renderedName`, and heads as JSON by `headName`. */
  readonly markups: Readonly<Record<string, string>>;
}

/** A release with the files that `compose` may read. */
export interface ComposableRelease {
  readonly manifest: ReleaseManifest;
  /** Reads `server.cjs`, which the sandbox runs. Called only for releases that a page shows. */
  readonly readGuestBundle: () => Promise<string>;
  /** Reads the host's `renderer.cjs`. Called only if a page shows a remote. */
  readonly readRenderer: () => Promise<string>;
  /** Reads a browser file that `manifest.files` names. */
  readonly readFile: (name: string) => Promise<Buffer>;
  /** Reads an entry of the render cache; null if there is none of this name, or it is damaged. */
  readonly readCachedMarkup: (name: string) => Promise<RenderCacheEntry['markups'] | null>;
}

/** Everything that pages are composed from. */
export interface DeploymentInput extends Omit<
  ComposerInput,
  'releases' | 'hash' | 'announce' | 'takePage'
> {
  /** One release per app, by app name. */
  readonly releases: Readonly<Record<string, ComposableRelease>>;
}

/** The complete pages of one set of releases. */
export interface Deployment {
  /** See `computeDeploymentId`. */
  readonly id: string;
  /** Federation ids of modules that have a slot but no release. */
  readonly empty: readonly string[];
  /** File ('index.html', 'guides/first-steps.html', '404.html', 'robots.txt', …) → content, uncompressed. */
  readonly pages: ReadonlyMap<string, Buffer>;
  /** New entries for the render cache. */
  readonly newCacheEntries: readonly RenderCacheEntry[];
}

/** Derives an id of 128 bits from the content of pages. */
export function computeDeploymentId(pages: Deployment['pages']): string {
  function* sortedPages() {
    for (const name of [...pages.keys()].sort())
      yield [name, pages.get(name) ?? Buffer.of()] as const;
  }
  return digestOf(sortedPages()).slice(0, 32);
}

/**
 * Returns the release of an app.
 * @throws ReleaseError about the host, whose composer asked for the app, if there is none
 */
export function requireRelease({ releases }: DeploymentInput, app: string) {
  const release = Object.hasOwn(releases, app) ? releases[app] : undefined;
  if (release) return release;
  const reason = `its composer asks for ${app}, which has no release`;
  throw new ReleaseError({ app: 'host', reason });
}
