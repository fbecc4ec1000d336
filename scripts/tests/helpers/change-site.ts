import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { telemetryPath } from '@composed/contracts/telemetry';
import { readEnvironment } from '@composed/command/environment';
import { stampRelease } from './stamp-release';
import { changeSite } from '@composed/release/change/run/change-site';
import type { CanaryOptions, SiteCommand } from '@composed/release/change/plan/site-command';
import { buildOnDemand } from '@composed/build/release/build-on-demand';
import { openReleaseTool, type ReleaseTool } from '@composed/release/tool';
import { siteServices } from '@shopwright/services';
import { expect } from './fixtures';
import type { Environment, Site } from './run-site';

const applyChange = (command: SiteCommand, tool: ReleaseTool) =>
  changeSite(command, tool, (_title, work) => work(() => undefined));

const openTool = ({ siteDir, dataDir, url }: Site, environment: Environment = {}) =>
  openReleaseTool(
    readEnvironment({ SITE_DIR: siteDir, DATA_DIR: dataDir, SITE_URL: url, ...environment }),
    siteServices,
    buildOnDemand,
  );

/**
 * Creates another release of an app without a build, which a test can publish and roll back in its own process. The
 * release's folder is removed with the site's.
 */
export async function anotherRelease(site: Site, app = 'pricing') {
  const tool = await openTool(site);
  const { folder: buildFolder } = await tool.buildApp(app, { types: false });
  const folder = await mkdtemp(join(site.dataDir, 'another-release-'));
  const mark = randomUUID().slice(0, 8);
  const manifest = await stampRelease(buildFolder, folder, mark, app);
  const team = { ...tool, buildApp: () => Promise.resolve({ folder, isUntested: false }) };
  return {
    manifest,
    store: tool.store,
    /** @param canary null publishes for all visitors */
    publish: (canary: CanaryOptions | null = null) =>
      // Overrides the budget, since the marks in the scripts may exceed it.
      applyChange(
        { name: 'publish', apps: [app], canary, reasons: { overBudget: 'the mark of a test' } },
        team,
      ),
    rollback: (to: string) => applyChange({ name: 'rollback', app, to }, team),
  };
}

/** Makes all pages send telemetry to the embedded collector, and waits until the collector accepts it. */
export async function countTelemetry(site: Site) {
  const tool = await openTool(site, { SITE_URL: '' });
  const settingsChange = { telemetry: { url: telemetryPath, share: 100 }, limits: [] };
  await applyChange({ name: 'settings', settingsChange }, tool);
  // The collector reads the ledger with a delay, and responds with 405 until it knows the new settings.
  const response = async () => (await fetch(site.url + telemetryPath, { method: 'POST' })).status;
  await expect.poll(response).not.toBe(405);
  return tool.store;
}
