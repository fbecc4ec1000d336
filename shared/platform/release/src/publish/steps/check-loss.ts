import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import type { DeploymentSource } from '../../deployments/compose-deployment';
import { readManifest } from '../../store/releases';
import type { ReadableStore } from '../../store/store';
import { type LiveBefore, readLiveBefore } from './live-before';
import type { NextDeployment, Task } from './step';

const valuesOf = (data: DeploymentSource['data']) =>
  Object.entries(data).map(([name, { value }]) => [name, value]);

/** The rows of pages that releases bring. */
const listPages = async (store: ReadableStore, { releases }: Pick<LiveBefore, 'releases'>) => {
  const manifests = Object.entries(releases).map(([app, version]) =>
    readManifest(store, app, version),
  );
  return (await Promise.all(manifests)).flatMap((manifest) => manifest?.pages ?? []);
};

/** Pages that are lost although their sources are the same: host, data, empty slots, and the rows of remotes. */
async function findLostPages(
  store: ReadableStore,
  before: LiveBefore,
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
  before: LiveBefore,
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
 * @param mayEmptySlots as after a rollback, which may lack what came later
 */
export async function findLoss(
  store: ReadableStore,
  before: LiveBefore | null,
  { deployment, ...source }: DeploymentSource & { readonly deployment: Deployment },
  mayEmptySlots: boolean,
): Promise<string | null> {
  if (!before) return null;
  const lost = await findLostPages(store, before, deployment, source);
  return lost ?? (mayEmptySlots ? null : findLostSlots(store, before, deployment, source));
}

/**
 * Compares the pages with the live ones.
 * @param mayEmptySlots as after a rollback, which may lack what came later
 * @throws UserError where a page or a filled slot is lost although the sources are the same
 */
export const checkLoss = (mayEmptySlots = false): Task<NextDeployment> => ({
  kind: 'read-only',
  title: 'Check that no page and no slot is lost',
  async run(context, next) {
    const before = await readLiveBefore(context);
    const refusal = await findLoss(context.overlay, before, next, mayEmptySlots);
    if (refusal !== null) throw new UserError(`${refusal}. What is live is as it was.`);
    return { detail: '' };
  },
});
