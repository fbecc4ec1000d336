import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { pinRemote } from '@composed/contracts/pins';
import { buildApp } from '@composed/build/release/build-app';
import { replacePins, withRemote } from '@composed/compose/deployment/composed-page';
import type { SiteServices } from '@composed/http/services/site-services';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/output';
import { closeOnSignal } from '@composed/command/terminal';
import { mountedAnew, serveChangedSite, withoutRelease } from './changed-site';
import { checkPort } from './dev-server';

/** A composed page with a build in the place of one remote's release. */
export function withBuild(html: string, manifest: ReleaseManifest): string {
  const { app, files } = manifest;
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
  return replacePins(withoutRelease(html, app), (pins) => {
    const preloads = pins.preloads.filter(({ src }) => !src.startsWith(`/assets/${app}/`));
    return withRemote({ ...pins, preloads }, app, pinRemote(manifest, modules, pin));
  });
}

/**
 * `composed dev` in a remote’s own repository: the composed site with that remote built from its sources, again for a
 * page when they have changed. The host, and so its React, is the release that visitors get. Hot reload needs another
 * React, which the host’s own repository has.
 * @param from address of the site: its public one, or that of a server on this machine
 * @throws Error when the build fails
 */
export async function runBuildInSite(
  app: App,
  services: SiteServices,
  from: string,
): Promise<void> {
  const settings = readSettings(process.env, services.variables);
  await checkPort(settings.port, 'the site', 'PORT');
  let { folder } = await buildApp(app.name);
  const change = async (html: string) => {
    ({ folder } = await buildApp(app.name));
    const manifest = await readFile(path.join(folder, 'release.json'), 'utf8');
    return withBuild(html, parseReleaseManifest(manifest));
  };
  const { url, close } = await serveChangedSite(settings, services, change, {
    address: `/assets/${app.name}/`,
    folder: () => path.join(folder, 'browser'),
    from,
  });
  closeOnSignal(close);
  const ready = `The site with ${app.name} as it is here is ready at ${url}`;
  terminal.write(`${ready} ${mountedAnew(app.name)}\n`);
}
