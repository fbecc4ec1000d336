import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '@composed/compose/deployment';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import { readDeploymentIndex } from '../../deployments/deployments';
import type { DeploymentSource } from '../../deployments/compose-deployment';
import { readManifest } from '../../store/releases';
import type { ReadableStore } from '../../store/store';
import type { StepContext } from './step';

const valuesOf = (data: DeploymentSource['data']) =>
  Object.entries(data).map(([name, { value }]) => [name, value]);

/** A deployment that the next one replaces. */
interface Before extends Pick<DeploymentSource, 'releases' | 'data'> {
  /** Names of its pages; none where its index cannot be read. */
  readonly pages: readonly string[];
  readonly empty: readonly string[];
}

/** The live deployment; null where nothing is live. */
export async function readLiveBefore({
  tool,
  ledger: { live },
}: StepContext): Promise<Before | null> {
  const index = live && (await readDeploymentIndex(tool.store, live.deployment).catch(() => null));
  return live && { ...live, pages: Object.keys(index?.pages ?? {}), empty: index?.empty ?? [] };
}

/** The rows of pages that releases bring. */
const listPages = async (store: ReadableStore, { releases }: Pick<Before, 'releases'>) => {
  const manifests = Object.entries(releases).map(([app, version]) =>
    readManifest(store, app, version),
  );
  return (await Promise.all(manifests)).flatMap((manifest) => manifest?.pages ?? []);
};

/** Pages that are lost although their sources are the same: host, data, empty slots, and the rows of remotes. */
async function findLostPages(
  store: ReadableStore,
  before: Before,
  { pages, empty }: Deployment,
  source: DeploymentSource,
): Promise<string | null> {
  if (before.releases['host'] !== source.releases['host']) return null;
  if (!isDeepStrictEqual(valuesOf(before.data), valuesOf(source.data))) return null;
  if (!isDeepStrictEqual(before.empty, empty)) return null;
  const missing = before.pages.filter((page) => !pages.has(page));
  if (missing.length === 0) return null;
  const [had, has] = await Promise.all([before, source].map((each) => listPages(store, each)));
  if (!isDeepStrictEqual(had, has)) return null;
  return `The pages would be without ${missing.join(', ')}, though the host is the same`;
}

/** The slots that releases would empty, except those that the live site leaves empty. */
async function findLostSlots(
  store: ReadableStore,
  before: Before,
  { empty }: Deployment,
  { releases }: DeploymentSource,
): Promise<string | null> {
  for (const id of empty) {
    const app = appOf(id);
    const expose = exposeOf(id);
    const version = releases[app];
    const versionBefore = version === undefined ? undefined : before.releases[app];
    const manifest =
      versionBefore === undefined ? null : await readManifest(store, app, versionBefore);
    if (manifest?.exposes[expose]) {
      return `${app} ${version} does not expose ${expose}, which the host shows and ${app} ${versionBefore} has; publish a host without its slot first`;
    }
  }
  return null;
}

/**
 * The reason why a deployment must not replace another, as a sentence without its full stop; or null.
 * @param isRollback may empty a slot
 */
export async function findLoss(
  store: ReadableStore,
  before: Before | null,
  { deployment, ...source }: DeploymentSource & { readonly deployment: Deployment },
  isRollback: boolean,
): Promise<string | null> {
  if (!before) return null;
  const lost = await findLostPages(store, before, deployment, source);
  return lost ?? (isRollback ? null : findLostSlots(store, before, deployment, source));
}

/** Modules whose slots one deployment fills and the next leaves empty. */
export const findNewlyEmpty = (before: Pick<Before, 'empty'>, after: Pick<Before, 'empty'>) =>
  after.empty.filter((id) => !before.empty.includes(id));
