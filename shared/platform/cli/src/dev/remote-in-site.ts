import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { pinRemote, type RemotePins } from '@composed/contracts/pins';
import { buildApp } from '@composed/build/release/build-app';
import { buildLazily } from '@composed/build/release/build-lazily';
import {
  findPins,
  replacePins,
  withoutTelemetry,
  withRemote,
} from '@composed/compose/deployment/composed-page';
import type { SiteServices } from '@composed/http/services/site-services';
import { readSettings, type Settings } from '@composed/command/environment';
import { formatDuration } from '@composed/command/format';
import { terminal } from '@composed/command/terminal';
import { closeOnSignal } from '@composed/command/run-program';
import { readStack } from '@composed/release/inspect/stacks/frames';
import { formatPosition } from '@composed/release/inspect/stacks/resolve';
import { readPosition, readSourceMap } from '@composed/release/inspect/stacks/source-map';
import { createProgress, type Progress } from '@composed/release/inspect/reports/progress';
import { readLedger } from '@composed/release/ledger';
import { change } from '@composed/release/publish/change';
import { readManifest } from '@composed/release/store/releases';
import { openReleaseTool } from '@composed/release/tool';
import { serveSiteWithLocalBuild, withoutRelease } from './site-with-local-build';
import { checkPort } from './dev-server';

/** Whether a page shows a release of ES modules, whose container is the host's. */
const isOfModules = ({ entry }: RemotePins) => entry.startsWith('/assets/host/');

/** A composed page with a build in the place of one remote's release. */
export function withBuild(html: string, manifest: ReleaseManifest): string {
  const { app, files } = manifest;
  const isModules = manifest.esModules !== undefined;
  const pin = (file: string) => ({
    src: `/assets/${app}/${file}`,
    integrity: files[file]?.integrity ?? '',
  });
  const modules = Object.fromEntries(
    Object.entries(manifest.exposes).map(([expose, { props, scripts }]) => [
      expose,
      { ...(props && { props }), ...(isModules && { scripts: scripts.map(pin) }) },
    ]),
  );
  return replacePins(withoutTelemetry(withoutRelease(html, app)), (pins) => {
    const shownPins = pins.remotes[app];
    // Other pages have no container for it, and no import map: they stay as they are.
    if (isModules && !(shownPins && isOfModules(shownPins))) return pins;
    const container =
      isModules && shownPins
        ? { src: shownPins.entry, integrity: shownPins.integrity ?? '' }
        : undefined;
    const preloads = pins.preloads.filter(({ src }) => !src.startsWith(`/assets/${app}/`));
    return withRemote({ ...pins, preloads }, app, pinRemote(manifest, modules, pin, container));
  });
}

/**
 * The live release of a remote in the store, which developing never changes. A store without any gets its first.
 * @returns a function that reads its manifest
 * @throws Error when the live site has no such remote
 */
async function findLive(
  name: string,
  settings: Settings,
  services: SiteServices,
  progress: Progress,
) {
  const tool = await openReleaseTool(settings, services, buildLazily);
  const ledger = await readLedger(tool.store);
  const { live } = ledger.live ? ledger : (await change({ name: 'start' }, tool, progress)).ledger;
  const version = live?.releases[name];
  if (version !== undefined) return () => readManifest(tool.store, name, version);
  throw new Error(
    `The live site has no ${name} yet; see it alone with "npm start -w remote-${name}", or beside the other apps' sources with "npm run dev".`,
  );
}

/** ` (remote-reviews/src/Section.tsx:36)`: the first line of the app’s own in a stack of a build; '' where there is none. */
async function positionIn(stack: string, app: string, build: string): Promise<string> {
  for (const { frame } of readStack(stack).lines) {
    if (frame?.app !== app || frame.file === null) continue;
    const file = path.join(build, 'maps', `${path.basename(frame.file)}.map`);
    // A page may still have an earlier build, with other file names.
    const position = await readFile(file)
      .then((map) => readPosition(readSourceMap(map), frame.line, frame.column - 1))
      .catch(() => null);
    if (position?.library === null) return ` (${formatPosition(position)})`;
  }
  return '';
}

/** Whether the page at an address shows a release of ES modules of a remote. */
async function showsModules(address: string, name: string): Promise<boolean> {
  const response = await fetch(address);
  const shownPins = findPins(await response.text())?.remotes[name];
  return shownPins !== undefined && isOfModules(shownPins);
}

/**
 * `composed dev <remote>`, and `composed dev <address>` in a remote’s own repository: the composed site with that remote
 * built from its sources, again for a page when they have changed. The host, and so its React, is the release that
 * visitors get: an edit shows after a reload. Hot reload needs the host’s sources, as `composed dev` has them.
 * @param from address of a site: its public one, or that of a server on this machine; undefined: the site of the store
 * @throws Error when the build fails, or is of ES modules and the site shows no release of such
 */
export async function runRemoteInSite(
  app: App,
  services: SiteServices,
  from?: string,
): Promise<void> {
  const settings = readSettings(process.env, services.variables);
  await checkPort(settings.port, 'the site', 'PORT');
  const progress = createProgress(terminal);
  const readLive =
    from === undefined ? await findLive(app.name, settings, services, progress) : null;
  let { folder } = await progress(`Build ${app.name} as it is here`, async () => {
    const build = await buildApp(app.name);
    return { ...build, detail: '' };
  });
  const readBuild = async () =>
    parseReleaseManifest(await readFile(path.join(folder, 'release.json'), 'utf8'));
  if ((await readBuild()).esModules) {
    const isShown =
      from === undefined ? (await readLive?.())?.esModules : await showsModules(from, app.name);
    if (!isShown)
      throw new Error(
        `${from ?? 'The live site'} shows no release of ${app.name} of ES modules, in whose place this build would stand: publish one first.`,
      );
  }
  const changePage = async (html: string) => {
    const began = performance.now();
    const build = await buildApp(app.name);
    const took = formatDuration(performance.now() - began);
    if (build.rebuilt) terminal.write(`Built ${app.name} again · ${took}\n`);
    ({ folder } = build);
    return withBuild(html, await readBuild());
  };
  const { url, close } = await serveSiteWithLocalBuild(settings, services, changePage, {
    address: `/assets/${app.name}/`,
    folder: () => path.join(folder, 'browser'),
    from,
    reportFault: async (fault, stack) => {
      const sentence = fault + (await positionIn(stack, app.name, folder));
      terminal.write(`[${app.name}] In the page: ${sentence}\n`);
      return sentence;
    },
  });
  closeOnSignal(close);
  terminal.write(`The site with ${app.name} as it is here is ready at ${url}
It is rendered in the browser alone, anew with each reload; a publish tries whether it hydrates.\n`);
}
