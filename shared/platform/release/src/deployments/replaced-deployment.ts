import type { Ledger } from '../ledger/ledger';
import type { ReleaseTool } from '../tool/release-tool';
import type { DeploymentRecipe } from './compose-deployment';
import { readDeploymentIndex } from './deployments';

/** The live deployment that the next one replaces. */
export interface ReplacedDeployment extends Pick<DeploymentRecipe, 'releases' | 'data'> {
  /** Names of its pages; none if its index cannot be read. */
  readonly pages: readonly string[];
  /** Federation ids of the modules whose slots it leaves empty. */
  readonly empty: readonly string[];
}

/** Reads the live deployment; null if nothing is live. */
export async function readReplacedDeployment({
  tool,
  ledger: { live },
}: {
  readonly tool: Pick<ReleaseTool, 'store'>;
  readonly ledger: Pick<Ledger, 'live'>;
}): Promise<ReplacedDeployment | null> {
  const index = live && (await readDeploymentIndex(tool.store, live.deployment).catch(() => null));
  return live && { ...live, pages: Object.keys(index?.pages ?? {}), empty: index?.empty ?? [] };
}

/** Returns the modules whose slots one deployment fills and the next leaves empty. */
export const findNewlyEmpty = (
  before: Pick<ReplacedDeployment, 'empty'>,
  after: Pick<ReplacedDeployment, 'empty'>,
) => after.empty.filter((id) => !before.empty.includes(id));
