import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '@composed/compose/deployment';
import { readDeploymentIndex, type SiteSource } from '../../deployments/deployments';
import type { Live } from '../../ledger/ledger';
import { readManifest } from '../../store/releases';
import type { ReadableStore } from '../../store/store';
import type { Round } from './step';

const valuesOf = (data: Live['data']) =>
  Object.entries(data).map(([name, { value }]) => [name, value]);

/** A site that another one would take the place of. */
interface Before extends Pick<SiteSource, 'releases' | 'data'> {
  /** Names of its pages; none where they cannot be read. */
  readonly pages: readonly string[];
  readonly empty: readonly string[];
}

/** What is live; null: nothing. */
export async function liveBefore({ tool, ledger: { live } }: Round): Promise<Before | null> {
  const index = live && (await readDeploymentIndex(tool.store, live.deployment).catch(() => null));
  return live && { ...live, pages: Object.keys(index?.pages ?? {}), empty: index?.empty ?? [] };
}

/** The rows of pages that releases bring. */
const pagesBrought = async (store: ReadableStore, { releases }: Pick<Before, 'releases'>) => {
  const manifests = Object.entries(releases).map(([app, version]) =>
    readManifest(store, app, version),
  );
  return (await Promise.all(manifests)).flatMap((manifest) => manifest?.pages ?? []);
};

/** Pages come and go with the host's release, its data, the places that are empty and the rows of other releases. */
async function pagesLost(
  store: ReadableStore,
  before: Before,
  { pages, empty }: Deployment,
  site: SiteSource,
): Promise<string | null> {
  if (before.releases['host'] !== site.releases['host']) return null;
  if (!isDeepStrictEqual(valuesOf(before.data), valuesOf(site.data))) return null;
  if (!isDeepStrictEqual(before.empty, empty)) return null;
  const missing = before.pages.filter((page) => !pages.has(page));
  if (missing.length === 0) return null;
  const [had, has] = await Promise.all([before, site].map((each) => pagesBrought(store, each)));
  if (!isDeepStrictEqual(had, has)) return null;
  return `The pages would be without ${missing.join(', ')}, though the host is the same`;
}

/** A place that waits for a release of its module is empty; one that what is live fills is not emptied by a release. */
async function placesLost(
  store: ReadableStore,
  before: Before,
  { empty }: Deployment,
  { releases }: SiteSource,
): Promise<string | null> {
  for (const id of empty) {
    const [app = '', name = ''] = id.split('/');
    const version = releases[app];
    const shown = version === undefined ? undefined : before.releases[app];
    const manifest = shown === undefined ? null : await readManifest(store, app, shown);
    if (manifest?.exposes[`./${name}`]) {
      return `${app} ${version} does not expose ./${name}, which the host shows and ${app} ${shown} has; publish a host without its place first`;
    }
  }
  return null;
}

/**
 * Why a site must not take the place of another, in a sentence without its stop, or null when it may: what a command
 * asks, and what a check asks of a way back.
 * @param isWayBack may leave a place empty that was filled
 */
export async function whyNotAfter(
  store: ReadableStore,
  before: Before | null,
  { deployment, ...site }: SiteSource & { readonly deployment: Deployment },
  isWayBack: boolean,
): Promise<string | null> {
  if (!before) return null;
  const lost = await pagesLost(store, before, deployment, site);
  return lost ?? (isWayBack ? null : placesLost(store, before, deployment, site));
}

/** Modules whose places one site fills and the other leaves empty. */
export const emptied = (before: Pick<Before, 'empty'>, after: Pick<Before, 'empty'>) =>
  after.empty.filter((id) => !before.empty.includes(id));
