import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { pinRemote } from '@composed/contracts/pins';
import { buildApp } from '@composed/build/release/build-app';
import { buildLater } from '@composed/build/release/build-later';
import {
  replacePins,
  withoutTelemetry,
  withRemote,
} from '@composed/compose/deployment/composed-page';
import type { SiteServices } from '@composed/http/services/site-services';
import { readSettings, type Settings } from '@composed/command/environment';
import { terminal } from '@composed/command/output';
import { closeOnSignal } from '@composed/command/terminal';
import { createProgress } from '@composed/release/inspect/reports/progress';
import { readLedger } from '@composed/release/ledger';
import { change } from '@composed/release/publish/change';
import { openReleaseTool } from '@composed/release/tool';
import { serveChangedSite, withoutRelease } from './changed-site';
import { checkPort } from './dev-server';

/**
 * A composed page with a build in the place of one remote's release.
 * @throws Error for ES modules, whose container is a file of the host's that not every page names
 */
export function withBuild(html: string, manifest: ReleaseManifest): string {
  const { app, files } = manifest;
  if (manifest.modules)
    throw new Error(
      `${app} is of ES modules: see it in the site by "npm run release -- preview ${app} --name new".`,
    );
  const pin = (file: string) => ({
    src: `/assets/${app}/${file}`,
    integrity: files[file]?.integrity ?? '',
  });
  const modules = Object.fromEntries(
    Object.entries(manifest.exposes).map(([expose, { props }]) => [
      expose,
      { ...(props && { props }) },
    ]),
  );
  return replacePins(withoutTelemetry(withoutRelease(html, app)), (pins) => {
    const preloads = pins.preloads.filter(({ src }) => !src.startsWith(`/assets/${app}/`));
    return withRemote({ ...pins, preloads }, app, pinRemote(manifest, modules, pin));
  });
}

/**
 * Reads the live deployment of the store, which developing never changes. A store without one gets its first.
 * @throws Error when the live site has no such remote
 */
async function findLive(name: string, settings: Settings, services: SiteServices): Promise<void> {
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
 * `composed dev <remote>`, and `composed dev <address>` in a remote’s own repository: the composed site with that remote
 * built from its sources, again for a page when they have changed. The host, and so its React, is the release that
 * visitors get: an edit shows after a reload. Hot reload needs the host’s sources, as `composed dev` has them.
 * @param from address of a site: its public one, or that of a server on this machine; undefined: the site of the store
 * @throws Error when the build fails
 */
export async function runRemoteInSite(
  app: App,
  services: SiteServices,
  from?: string,
): Promise<void> {
  const settings = readSettings(process.env, services.variables);
  await checkPort(settings.port, 'the site', 'PORT');
  if (from === undefined) await findLive(app.name, settings, services);
  let { folder } = await buildApp(app.name);
  const changePage = async (html: string) => {
    ({ folder } = await buildApp(app.name));
    const manifest = await readFile(path.join(folder, 'release.json'), 'utf8');
    return withBuild(html, parseReleaseManifest(manifest));
  };
  const { url, close } = await serveChangedSite(settings, services, changePage, {
    address: `/assets/${app.name}/`,
    folder: () => path.join(folder, 'browser'),
    from,
  });
  closeOnSignal(close);
  terminal.write(`The site with ${app.name} as it is here is ready at ${url}
It is rendered in the browser alone, anew with each reload; a publish tries whether it hydrates.\n`);
}
