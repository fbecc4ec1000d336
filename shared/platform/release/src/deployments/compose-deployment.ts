import { ReleaseError } from '@composed/command/errors';
import { Resolver } from '../stacks/resolver';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { emptyLedger, type LiveDeployment } from '../ledger/ledger';
import { localSiteUrl } from '../ledger/site-settings';
import { loadRelease } from '../store/releases';
import type { ReadableStore } from '../store/store';
import type { ReleaseTool } from '../tool/release-tool';

/** The input of a deployment, without its pages: releases, data, and the address that they are shown at. */
export interface DeploymentRecipe extends Pick<
  LiveDeployment,
  'releases' | 'data' | 'siteUrl' | 'telemetry'
> {
  /** The name of a preview; null for the live site. */
  readonly preview: string | null;
}

/**
 * Composes the pages of a deployment from objects of the store, and from nothing else.
 * @param isFresh whether to render every module without the render cache
 * @throws ReleaseError if a release must not go live
 */
export async function composeDeployment(
  { store, compose }: Pick<ReleaseTool, 'compose'> & { readonly store: ReadableStore },
  { releases, data, siteUrl, telemetry, preview }: DeploymentRecipe,
  isFresh = false,
): ReturnType<ReleaseTool['compose']> {
  const loadedReleases = await Promise.all(
    Object.entries(releases).map(async ([app, version]) => {
      const release = await loadRelease(store, app, version);
      const readCachedMarkup = isFresh ? () => Promise.resolve(null) : release.readCachedMarkup;
      return [app, { ...release, readCachedMarkup }] as const;
    }),
  );
  const dataNames = loadedReleases.find(([app]) => app === 'host')?.[1].manifest.data ?? [];
  const deploymentPromise = compose({
    releases: Object.fromEntries(loadedReleases),
    data: Object.fromEntries(dataNames.flatMap((name) => (data[name] ? [[name, data[name]]] : []))),
    basePath: preview === null ? '' : `/preview/${preview}`,
    settings: { siteUrl: siteUrl ?? localSiteUrl, telemetry },
    indexable: preview === null,
  });
  return deploymentPromise.catch(async (error: unknown) => {
    throw error instanceof ReleaseError ? await addOrigins(store, releases, error) : error;
  });
}

/** Adds to each reason of a refusal the source line that threw, if a source map has it. */
async function addOrigins(
  store: ReadableStore,
  releases: ReleaseSet,
  { violations }: ReleaseError,
) {
  const resolver = new Resolver(store, emptyLedger, new Map(Object.entries(releases)));
  const locatedViolations = violations.map(async ({ stack = '', ...violation }) => {
    const isLoading = violation.reason.startsWith('could not be loaded');
    const origin = await resolver.formatOrigin(stack, isLoading);
    return { ...violation, reason: violation.reason + origin };
  });
  return new ReleaseError(...(await Promise.all(locatedViolations)));
}

/**
 * Describes in one line why a deployment cannot be composed.
 * @throws any error that is not a ReleaseError
 */
export function formatRefusal(error: unknown): string {
  if (!(error instanceof ReleaseError)) throw error;
  return error.message.replaceAll('\n', '; ');
}
