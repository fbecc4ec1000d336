import { storeDeployment } from '../../deployments/deployments';
import type { NextDeployment, StepContext } from '../step';

/** Stores a deployment. The detail has its id. */
export async function storeNextDeployment(
  { tool, ledger: { live } }: StepContext,
  { deployment, releases, checkedHashes }: NextDeployment,
) {
  const { id } = deployment;
  // Pages of another host all differ, since every page names its host.
  const reuseFromId = live && live.releases['host'] === releases['host'] ? live.deployment : null;
  const isNew = await storeDeployment(tool, deployment, reuseFromId, checkedHashes);
  return { detail: isNew ? id : `${id} is there already` };
}
