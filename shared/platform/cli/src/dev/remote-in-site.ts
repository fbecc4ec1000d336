import { appNamed, type App } from '@composed/apps';
import { devOrigin } from '@composed/build/bundler/dev-origin';
import { devScripts, refreshHookElement } from '@composed/build/bundler/dev-page';
import { remoteGlobal } from '@composed/contracts/remote-names';
import {
  replacePins,
  replaceScriptElements,
  withRemote,
} from '@composed/compose/deployment/composed-page';
import type { SiteServices } from '@composed/http/services/site-services';
import { readSettings, type Settings } from '@composed/command/environment';
import { change } from '@composed/release/publish/change';
import { readLedger } from '@composed/release/ledger';
import { terminal } from '@composed/command/output';
import { createProgress } from '@composed/release/inspect/reports/progress';
import { buildLater } from '@composed/build/release/build-later';
import { openReleaseTool } from '@composed/release/tool';
import { mountedAnew, serveChangedSite, withoutRelease } from './changed-site';
import { checkDevApps, checkPort, runDevServers } from './dev-server';

/**
 * Turns a composed page into one for development: one remote and the host come from their dev servers. The policy
 * goes, since these evaluate code and change with every edit.
 */
export function toDevPage(html: string, remote: App, hostApp: App): string {
  // A function, since a text would give `$` in the script a meaning.
  const withHook = withoutRelease(html, remote.name).replace(
    '<head>',
    (head) => `${head}${refreshHookElement}`,
  );
  const scripts = devScripts(hostApp).map(
    (file) => `<script async src="${devOrigin(hostApp)}/${file}"></script>\n`,
  );
  const withHost = replaceScriptElements(withHook, scripts.join(''));
  return replacePins(withHost, (pins) => {
    const { pages } = pins.remotes[remote.name] ?? {};
    return withRemote({ ...pins, preloads: [] }, remote.name, {
      version: 'dev',
      entry: `${devOrigin(remote)}/entry.js`,
      styles: [],
      global: remoteGlobal(remote.name),
      exposes: remote.exposes,
      ...(pages && { pages }),
    });
  });
}

/**
 * Reads the live deployment, which developing never changes. A store without one gets its first.
 * @throws Error when the remote is in no page of the live site
 */
async function findReleases(
  name: string,
  settings: Settings,
  services: SiteServices,
): Promise<void> {
  const tool = await openReleaseTool(settings, services, buildLater);
  const { live } = await readLedger(tool.store);
  if (!live) await change({ name: 'start' }, tool, createProgress(terminal));
  else if (!(name in live.releases)) {
    throw new Error(
      `The live site has no ${name} yet; see it alone with "npm start -w remote-${name}", or beside the other apps' sources with "npm run dev".`,
    );
  }
}

/**
 * `npm run dev -- <remote>`: serves the composed site of the other apps' releases on PORT, with one
 * remote and the host from their dev servers: hot reload works with the host's React. Ends with Ctrl-C.
 */
export async function runRemoteInSite(remote: App, services: SiteServices): Promise<void> {
  const hostApp = appNamed('host');
  const apps = [hostApp, remote];
  const settings = readSettings(process.env, services.variables);
  await checkDevApps(apps);
  await checkPort(settings.port, 'the site', 'PORT');
  await findReleases(remote.name, settings, services);
  const change = (html: string) => toDevPage(html, remote, hostApp);
  const { url, close } = await serveChangedSite(settings, services, change);
  const ready = `The site with ${remote.name} in development is ready at ${url}`;
  await runDevServers(apps, url, `${ready} ${mountedAnew(remote.name)}`, close);
}
