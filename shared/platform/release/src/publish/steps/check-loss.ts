import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import { appOf, exposeOf, moduleId } from '@composed/contracts/remote-names';
import { pinnedIn, readDeploymentIndex } from '../../deployments/deployments';
import type { DeploymentSource } from '../../deployments/compose-deployment';
import { readManifest } from '../../store/releases';
import type { ReadableStore } from '../../store/store';
import type { NextDeployment, StepContext, Task } from './step';

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
 * @param mayEmptySlots as after a rollback, which may lack what came later
 */
export async function findLoss(
  store: ReadableStore,
  before: Before | null,
  { deployment, ...source }: DeploymentSource & { readonly deployment: Deployment },
  mayEmptySlots: boolean,
): Promise<string | null> {
  if (!before) return null;
  const lost = await findLostPages(store, before, deployment, source);
  return lost ?? (mayEmptySlots ? null : findLostSlots(store, before, deployment, source));
}

/** Modules whose slots one deployment fills and the next leaves empty. */
export const findNewlyEmpty = (before: Pick<Before, 'empty'>, after: Pick<Before, 'empty'>) =>
  after.empty.filter((id) => !before.empty.includes(id));

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

/** @throws UserError where a preview would show nothing of its app */
export const checkShown = (app: string): Task<NextDeployment> => ({
  kind: 'read-only',
  title: `Check that a page shows ${app}`,
  async run({ overlay }, { deployment, releases }) {
    if (app === 'host' || pinnedIn(deployment).has(app)) return { detail: '' };
    const manifest = await readManifest(overlay, app, releases[app] ?? '');
    const modules = Object.keys(manifest?.exposes ?? {}).map((expose) => moduleId(app, expose));
    throw new UserError(
      `No page would show ${app}, so there is nothing to preview: the host has no slot for ${modules.join(', ')}, and grants it no page. Publish a host that has one first, or see it alone: npm start, where its sources are.`,
    );
  },
});

/** @throws UserError where a page shows the app that goes */
export const checkUnseen = (app: string): Task<NextDeployment> => ({
  kind: 'read-only',
  title: `Check that no page shows ${app}`,
  async run(context, { deployment }) {
    const before = await readLiveBefore(context);
    const slots = before ? findNewlyEmpty(before, deployment) : [];
    if (slots.length === 0) return { detail: '' };
    throw new UserError(
      `Pages show ${slots.join(', ')}, and what is live is as it was. Publish a host without ${slots.length > 1 ? 'these slots' : 'this slot'} first, or leave them empty: npm run release -- remove ${app} --shown`,
    );
  },
});
