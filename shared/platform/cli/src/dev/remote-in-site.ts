import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { pinRemote, type RemotePins } from '@composed/contracts/pins';
import { buildApp } from '@composed/build/release/build-app';
import { buildOnDemand } from '@composed/build/release/build-on-demand';
import {
  findPins,
  replacePins,
  withoutTelemetry,
  withRemote,
} from '@composed/compose/deployment/composed-page';
import type { SiteServices } from '@composed/http/services/site-services';
import { readEnvironment, type Environment } from '@composed/command/environment';
import { formatDuration } from '@composed/command/format';
import { terminal } from '@composed/command/terminal';
import { closeOnSignal } from '@composed/command/run-program';
import { findPositionInBuild } from '@composed/release/stacks/resolver';
import { createProgress, type Progress } from '@composed/command/progress';
import { readLedger } from '@composed/release/ledger';
import { changeSite } from '@composed/release/change/run/change-site';
import { readManifest } from '@composed/release/store/releases';
import { openReleaseTool } from '@composed/release/tool';
import { serveSiteWithLocalBuild, prepareForBuild } from './site-with-local-build';
import { checkPort } from './dev-servers';

/** Whether a page shows a release of ES modules. The container of such a release is a script of the host. */
const hasEsModules = ({ entry }: RemotePins) => entry.startsWith('/assets/host/');

/** Replaces the release of one remote in a composed page by a build. */
export function pinBuild(html: string, manifest: ReleaseManifest): string {
  const { app, files } = manifest;
  const isOfEsModules = manifest.esModules !== undefined;
  const pin = (file: string) => ({
    src: `/assets/${app}/${file}`,
    integrity: files[file]?.integrity ?? '',
  });
  const modules = Object.fromEntries(
    Object.entries(manifest.exposes).map(([expose, { props, scripts }]) => [
      expose,
      { ...(props && { props }), ...(isOfEsModules && { scripts: scripts.map(pin) }) },
    ]),
  );
  return replacePins(withoutTelemetry(prepareForBuild(html, app)), (pins) => {
    const shownPins = pins.remotes[app];
    // A build of ES modules needs the container and the import map of a page that shows such a release.
    if (isOfEsModules && !(shownPins && hasEsModules(shownPins))) return pins;
    const container =
      isOfEsModules && shownPins
        ? { src: shownPins.entry, integrity: shownPins.integrity ?? '' }
        : undefined;
    const preloads = pins.preloads.filter(({ src }) => !src.startsWith(`/assets/${app}/`));
    return withRemote({ ...pins, preloads }, app, pinRemote(manifest, modules, pin, container));
  });
}

/**
 * Finds the live release of a remote in the store. If nothing is live, publishes this checkout first.
 * @returns a function that reads the manifest of the release
 * @throws Error when the live site does not have the remote
 */
async function findLiveRelease(
  name: string,
  environment: Environment,
  services: SiteServices,
  progress: Progress,
) {
  const tool = await openReleaseTool(environment, services, buildOnDemand);
  const ledger = await readLedger(tool.store);
  const { live } = ledger.live
    ? ledger
    : (await changeSite({ name: 'start' }, tool, progress)).ledger;
  const version = live?.releases[name];
  if (version !== undefined) return () => readManifest(tool.store, name, version);
  throw new Error(
    `The live site has no ${name} yet; see it alone with "npm start -w remote-${name}", or beside the other apps' sources with "npm run dev".`,
  );
}

/** Whether the page at an address shows a release of ES modules of a remote. */
async function showsEsModules(address: string, name: string): Promise<boolean> {
  const response = await fetch(address);
  const shownPins = findPins(await response.text())?.remotes[name];
  return shownPins !== undefined && hasEsModules(shownPins);
}

/**
 * `composed dev <remote>`, and `composed dev <address>` in a remote’s own repository: serves the composed site with
 * that remote built from its sources. It builds again when a page is loaded and sources have changed. The host is a
 * production release, so there is no hot reload: that needs the host’s sources, as `composed dev` has them.
 * @param from the address of a site, public or on this machine. By default the site of the store.
 * @throws Error when the build fails, or consists of ES modules while the site shows no such release of the remote
 */
export async function runRemoteInSite(
  app: App,
  services: SiteServices,
  from?: string,
): Promise<void> {
  const environment = readEnvironment(process.env, services.variables);
  await checkPort(environment.port, 'the site', 'PORT');
  const progress = createProgress(terminal);
  const readLive =
    from === undefined ? await findLiveRelease(app.name, environment, services, progress) : null;
  let { folder } = await progress(`Build your working copy of ${app.name}`, async () => {
    const build = await buildApp(app.name);
    return { ...build, detail: '' };
  });
  const readBuild = async () =>
    parseReleaseManifest(await readFile(path.join(folder, 'release.json'), 'utf8'));
  if ((await readBuild()).esModules) {
    const isShown =
      from === undefined ? (await readLive?.())?.esModules : await showsEsModules(from, app.name);
    if (!isShown)
      throw new Error(
        `${from ?? 'The live site'} has no ES-module release of ${app.name} that this build could replace. Publish one first.`,
      );
  }
  const changePage = async (html: string) => {
    const start = performance.now();
    const build = await buildApp(app.name);
    const duration = formatDuration(performance.now() - start);
    if (build.rebuilt) terminal.write(`Built ${app.name} again · ${duration}\n`);
    folder = build.folder;
    return pinBuild(html, await readBuild());
  };
  const { url, close } = await serveSiteWithLocalBuild(environment, services, changePage, {
    address: `/assets/${app.name}/`,
    folder: () => path.join(folder, 'browser'),
    from,
    reportFault: async (fault, stack) => {
      const position = await findPositionInBuild(stack, app.name, folder);
      const sentence = position === null ? fault : `${fault} (${position})`;
      terminal.write(`[${app.name}] In the page: ${sentence}\n`);
      return sentence;
    },
  });
  closeOnSignal(close);
  terminal.write(`The site with your working copy of ${app.name} is ready at ${url}
Your copy is rendered only in the browser, on each reload; a publish tests whether it hydrates.\n`);
}
