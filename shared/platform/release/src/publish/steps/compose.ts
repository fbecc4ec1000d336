import { isDeepStrictEqual } from 'node:util';
import type { SiteJson } from '@composed/contracts/composer';
import { isLocal } from '@composed/command/environment';
import { ReleaseError } from '@composed/command/errors';
import { pinnedIn } from '../../deployments/deployments';
import {
  composeDeployment,
  formatRefusal,
  type DeploymentSource,
} from '../../deployments/compose-deployment';
import type { Ledger, ReleaseSet } from '../../ledger/ledger';
import { readManifest } from '../../store/releases';
import { formatCount, formatEmptySlots } from '@composed/command/format';
import type { SiteSettings } from '../../ledger/settings';
import type { ReleaseTool } from '../../tool/tool';
import { readLiveBefore } from './live-before';
import type { NextDeployment, Step, StepContext } from './step';

/** Whether a refusal is about unchanged releases alone, so that new data must have caused it. */
function isCausedByData(error: unknown, { live }: Ledger, { releases }: { releases: ReleaseSet }) {
  return (
    error instanceof ReleaseError &&
    live !== null &&
    !isDeepStrictEqual(live.releases, releases) &&
    error.violations.every(({ app }) => live.releases[app] === releases[app])
  );
}

/**
 * Composes with fresh data, or with the last good data if the fresh one cannot be read, or if it breaks a module of a
 * team that changes nothing.
 */
async function composeWithData(
  context: StepContext,
  source: Omit<DeploymentSource, 'data'>,
  addresses: SiteSettings['data'],
) {
  const { overlay: store, tool } = context;
  const before = await readLiveBefore(context);
  const last = before?.data ?? {};
  const host = await readManifest(store, 'host', source.releases['host'] ?? '');
  const names = host?.data ?? [];
  const readOn = tool.now().toISOString().slice(0, 10);
  const freshData: Record<string, SiteJson> = {};
  // A repository without the host has no data of the site, and keeps the live data.
  const fallbacks = new Set<string>();
  const reading = names.map(async (name) => {
    try {
      const value = await tool.readJson(name, addresses[name], !(name in last));
      if (value !== undefined) freshData[name] = { value, readOn };
      else if (name in last && !tool.apps.includes('host')) fallbacks.add(name);
    } catch {
      // The last good data stay, and the step names what was missed.
    }
  });
  await Promise.all(reading);
  let reason = 'none could be read';
  for (;;) {
    const fullSource = { ...source, data: { ...last, ...freshData } };
    const replaceable = Object.keys(freshData).filter((name) => name in last);
    const deployment = await composeDeployment({ store, compose: tool.compose }, fullSource).catch(
      (error: unknown) => {
        if (replaceable.length === 0 || !isCausedByData(error, context.ledger, source)) throw error;
        reason = `newer ones cannot be shown (${formatRefusal(error)})`;
        return null;
      },
    );
    const unread = deployment ? deployment.unread.filter((name) => name in freshData) : replaceable;
    const missedNames = names.filter((name) => !(name in freshData) && !fallbacks.has(name));
    if (deployment && unread.length === 0)
      return { source: fullSource, deployment, missed: missedNames, reason };
    for (const name of unread) Reflect.deleteProperty(freshData, name);
  }
}

/** A site without a public address keeps its first one: its pages must not depend on who publishes. */
export function localAddress(
  { localUrl }: Pick<ReleaseTool, 'localUrl'>,
  { live }: Pick<Ledger, 'live'>,
): string {
  const address = live?.siteUrl ?? '';
  return address !== '' && isLocal(address) ? address : localUrl;
}

/** Makes every page from the releases, data and settings of the site. Nothing is stored yet. */
export function composePages({
  addresses,
  ...source
}: Omit<DeploymentSource, 'data'> & { readonly addresses: SiteSettings['data'] }): Step<
  null,
  NextDeployment
> {
  const { preview, releases } = source;
  const what = preview === null ? 'the pages' : `/preview/${preview}/`;
  return {
    kind: 'read-only',
    title: `Compose ${what} from ${formatCount(Object.keys(releases).length, 'release')}`,
    async run(context) {
      const siteUrl = source.siteUrl ?? localAddress(context.tool, context.ledger);
      const {
        deployment,
        missed: missedNames,
        reason,
        ...composed
      } = await composeWithData(context, { ...source, siteUrl }, addresses);
      const pinnedApps = pinnedIn(deployment);
      const unpinnedApps = Object.keys(releases).filter(
        (app) => app !== 'host' && !pinnedApps.has(app),
      );
      const files = formatCount(deployment.pages.size, 'file');
      const notes = [
        files,
        ...unpinnedApps.map((app) => `no page shows ${app}`),
        ...formatEmptySlots(deployment.empty),
        ...missedNames.map((name) => {
          const day = composed.source.data[name]?.readOn;
          return `${day ? `with the ${name} of ${day}` : `without ${name}`}: ${reason}`;
        }),
      ];
      const output = {
        ...composed.source,
        deployment,
        rollbackChecks: [],
        triedHashes: [],
        untriedNames: [],
        overrides: {},
        canary: null,
      };
      return { output, detail: notes.join(', ') };
    },
  };
}
