import { isDeepStrictEqual } from 'node:util';
import type { SiteDataItem } from '@composed/contracts/composer';
import { ReleaseError } from '@composed/command/errors';
import { findDuplicateIds } from '@composed/compose/checks/duplicate-ids';
import { findPinnedRemotes } from '../../deployments/deployments';
import {
  composeDeployment,
  formatRefusal,
  type DeploymentRecipe,
} from '../../deployments/compose-deployment';
import { plainText } from '@composed/command/terminal';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { Ledger } from '../../ledger/ledger';
import { readManifest } from '../../store/releases';
import { formatCount, formatEmptySlots } from '@composed/command/format';
import { findLocalAddress, type SiteSettings } from '../../ledger/site-settings';
import type { ReleaseTool } from '../../tool/release-tool';
import { findNewPages } from '../../deployments/new-pages';
import { readReplacedDeployment } from '../../deployments/replaced-deployment';
import type { NextDeployment, Step, StepContext } from '../step';

/** Whether a refusal is only about unchanged releases, so that new data must have caused it. */
function isCausedByData(error: unknown, { live }: Ledger, { releases }: { releases: ReleaseSet }) {
  return (
    error instanceof ReleaseError &&
    live !== null &&
    !isDeepStrictEqual(live.releases, releases) &&
    error.violations.every(({ app }) => live.releases[app] === releases[app])
  );
}

/**
 * Reads data that the host asks for.
 * @param lastData the data of the live pages
 * @returns the data that could be read, and the names of live data that this checkout cannot read and is to keep
 */
async function readData(
  tool: ReleaseTool,
  names: readonly string[],
  addresses: SiteSettings['data'],
  lastData: DeploymentRecipe['data'],
) {
  const readOn = tool.now().toISOString().slice(0, 10);
  const freshData: Record<string, SiteDataItem> = {};
  const keptNames = new Set<string>();
  const reads = names.map(async (name) => {
    try {
      const value = await tool.readJson(name, addresses[name], !(name in lastData));
      if (value !== undefined) freshData[name] = { value, readOn };
      // Only the repository of the host has the embedded services of its data.
      else if (name in lastData && !tool.apps.includes('host')) keptNames.add(name);
    } catch {
      // The last data stay, and the step reports that these could not be read.
    }
  });
  await Promise.all(reads);
  return { freshData, keptNames };
}

/**
 * Composes with fresh data. Falls back to the last data where fresh ones cannot be read by the tool or the host, or where
 * they break a module of a team that changes nothing.
 */
async function composeWithData(
  context: StepContext,
  recipe: Omit<DeploymentRecipe, 'data'>,
  addresses: SiteSettings['data'],
) {
  const { overlay: store, tool } = context;
  const lastData = (await readReplacedDeployment(context))?.data ?? {};
  const host = await readManifest(store, 'host', recipe.releases['host'] ?? '');
  const names = host?.data ?? [];
  const { freshData, keptNames } = await readData(tool, names, addresses, lastData);
  let reason = 'none could be read';
  for (;;) {
    const fullRecipe = { ...recipe, data: { ...lastData, ...freshData } };
    const replaceableNames = Object.keys(freshData).filter((name) => name in lastData);
    const deploymentPromise = composeDeployment({ store, compose: tool.compose }, fullRecipe);
    const deployment = await deploymentPromise.catch((error: unknown) => {
      const canFallBack = replaceableNames.length > 0;
      if (!canFallBack || !isCausedByData(error, context.ledger, recipe)) throw error;
      reason = `newer ones cannot be shown (${formatRefusal(error)})`;
      return null;
    });
    const unusableNames = deployment
      ? deployment.unread.filter((name) => name in freshData)
      : replaceableNames;
    if (deployment && unusableNames.length === 0) {
      const missedNames = names.filter((name) => !(name in freshData) && !keptNames.has(name));
      return { recipe: fullRecipe, deployment, missedNames, reason };
    }
    for (const name of unusableNames) Reflect.deleteProperty(freshData, name);
  }
}

/** Creates the step that composes every page from the releases, data and settings of the site. It stores nothing. */
export function composePages({
  addresses,
  ...recipe
}: Omit<DeploymentRecipe, 'data'> & { readonly addresses: SiteSettings['data'] }): Step<
  null,
  NextDeployment
> {
  const { preview, releases } = recipe;
  const subject = preview === null ? 'the pages' : `/preview/${preview}/`;
  return {
    access: 'reads',
    title: `Compose ${subject} from ${formatCount(Object.keys(releases).length, 'release')}`,
    async run(context) {
      const siteUrl = recipe.siteUrl ?? findLocalAddress(context.tool, context.ledger);
      const { deployment, missedNames, reason, ...composed } = await composeWithData(
        context,
        { ...recipe, siteUrl },
        addresses,
      );
      const pinnedApps = findPinnedRemotes(deployment);
      const unpinnedApps = Object.keys(releases).filter(
        (app) => app !== 'host' && !pinnedApps.has(app),
      );
      const files = formatCount(deployment.pages.size, 'file');
      const newPages = await findNewPages(context, deployment);
      const notes = [
        files,
        ...unpinnedApps.map((app) => `no page shows ${app}`),
        ...formatEmptySlots(deployment.empty),
        ...newPages.names.flatMap((name) =>
          findDuplicateIds(String(deployment.pages.get(name)))
            .slice(0, 3)
            .map((id) => `the id "${plainText(id)}" occurs twice in ${name}`),
        ),
        ...missedNames.map((name) => {
          const day = composed.recipe.data[name]?.readOn;
          return `${day ? `with the ${name} of ${day}` : `without ${name}`}: ${reason}`;
        }),
      ];
      const output = {
        ...composed.recipe,
        deployment,
        rollbackChecks: [],
        checkedHashes: [],
        newPages,
        overrides: {},
        canary: null,
      };
      return { output, detail: notes.join(', ') };
    },
  };
}
