import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '@composed/compose/deployment';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import type { DeploymentRecipe } from '../../deployments/compose-deployment';
import { readManifest } from '../../store/releases';
import type { ReadableStore } from '../../store/store';
import type { ReplacedDeployment } from '../../deployments/replaced-deployment';

const valuesOf = (data: DeploymentRecipe['data']) =>
  Object.entries(data).map(([name, { value }]) => [name, value]);

/** Lists the pages that the remotes of a deployment bring. */
const listPages = async (
  store: ReadableStore,
  { releases }: Pick<ReplacedDeployment, 'releases'>,
) => {
  const manifests = Object.entries(releases).map(([app, version]) =>
    readManifest(store, app, version),
  );
  return (await Promise.all(manifests)).flatMap((manifest) => manifest?.pages ?? []);
};

/** Returns a sentence about lost pages, if the host, the data, the empty slots and the pages of remotes are the same. */
async function findLostPages(
  store: ReadableStore,
  before: ReplacedDeployment,
  { pages, empty }: Deployment,
  recipe: DeploymentRecipe,
): Promise<string | null> {
  if (before.releases['host'] !== recipe.releases['host']) return null;
  if (!isDeepStrictEqual(valuesOf(before.data), valuesOf(recipe.data))) return null;
  if (!isDeepStrictEqual(before.empty, empty)) return null;
  const missingPages = before.pages.filter((page) => !pages.has(page));
  if (missingPages.length === 0) return null;
  const [pagesBefore, pagesAfter] = await Promise.all(
    [before, recipe].map((each) => listPages(store, each)),
  );
  if (!isDeepStrictEqual(pagesBefore, pagesAfter)) return null;
  return `The pages would be without ${missingPages.join(', ')}, although the host is the same`;
}

/** Returns a sentence about a slot that releases would empty, except slots that are empty in the live site. */
async function findLostSlots(
  store: ReadableStore,
  before: ReplacedDeployment,
  { empty }: Deployment,
  { releases }: DeploymentRecipe,
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
 * Returns the reason why a deployment must not replace another, as a sentence without its full stop; or null.
 * @param mayEmptySlots true after a rollback, since an earlier release may lack newer modules
 */
export async function findLoss(
  store: ReadableStore,
  before: ReplacedDeployment | null,
  { deployment, ...recipe }: DeploymentRecipe & { readonly deployment: Deployment },
  mayEmptySlots: boolean,
): Promise<string | null> {
  if (!before) return null;
  const lost = await findLostPages(store, before, deployment, recipe);
  return lost ?? (mayEmptySlots ? null : findLostSlots(store, before, deployment, recipe));
}
