import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findApps } from '@composed/apps';
import { repositoryRoot } from '@composed/apps/this-repository';
import { compose } from '@composed/compose/pages/compose';
import { hydratePages } from '../browser/hydrate-pages';
import { findStyleReach } from '../browser/find-style-reach';
import { fetchJson } from './fetch-json';
import type { SiteServices } from '@composed/http/services/site-services';
import { isLocal, type Settings } from '@composed/command/environment';
import { createCompressor } from '../store/compress';
import { environmentSettings } from '../ledger/settings';
import { openStore } from '../store/open-store';

/** The user of git, else of the machine. */
async function currentUser(): Promise<string> {
  // Git is asked in this checkout: in a foreign folder it would run programs that the configuration there names.
  const options = { cwd: repositoryRoot };
  const git = await promisify(execFile)('git', ['config', 'user.name'], options).catch(() => null);
  return [git?.stdout.trim(), process.env['USER']].find(Boolean) ?? 'unknown';
}

/** Builds an app if its sources changed; with `types`, a type error fails the build. */
export type AppBuilder = (
  app: string,
  checks: { readonly types: boolean; readonly signal?: AbortSignal },
) => Promise<{ readonly folder: string; readonly isNew: boolean }>;

/** Servers have no bundler. */
const buildNothing: AppBuilder = (app) =>
  Promise.reject(
    new Error(`Nothing is built here: build ${app} elsewhere, and publish it with --from.`),
  );

/** Everything the release tool needs from outside: this project's builds, deployment, services and store. */
export async function openReleaseTool(
  settings: Settings,
  services: Pick<SiteServices, 'cookies' | 'dataAddresses' | 'readEmbeddedData' | 'register'>,
  buildApp = buildNothing,
) {
  const { dataAddresses, readEmbeddedData } = services;
  const { upstreams, apiUrls: apis, siteUrl, previewUrl, dataDir, port } = settings;
  const installation = `${hostname()}\0${repositoryRoot}`;
  const cacheFolder = path.join(repositoryRoot, 'node_modules/.cache');
  const names: readonly string[] = findApps().map(({ name }) => name);
  const store = await openStore(settings);
  return {
    store,
    /** The apps that this checkout can build. Which apps a site has, only its store knows. */
    apps: names,
    compose,
    buildApp,
    hydrate: ((pages, names, ofFiles, options) =>
      hydratePages(pages, names, ofFiles, {
        services: { ...services, apis },
        ...options,
      })) satisfies typeof hydratePages,
    findStyleReach,
    /**
     * Data that the host asks for, from its address or the embedded services. If this gives undefined or an error, the
     * last good data stays.
     */
    readJson: (name: string, url: string | undefined, isFirst: boolean): Promise<unknown> =>
      url === undefined ? readEmbeddedData(name, dataDir, isFirst) : fetchJson(url),
    /** Visits that the collector of this machine has counted. */
    readVisits: async () => (await import('../inspect/stacks/faults')).readVisits(dataDir),
    compress: createCompressor(path.join(cacheFolder, 'compressed')),
    /** Folder of files that this machine can make again. */
    cacheFolder,
    /** Settings that this environment names; they must not contradict the site's settings. */
    environment: environmentSettings(siteUrl, dataAddresses(upstreams)),
    /** Where a site without a public address is seen on this machine, without a trailing slash. */
    localUrl: isLocal(siteUrl) ? siteUrl : `http://localhost:${port}`,
    /** Origin of previews, without a trailing slash; null: previews have none of their own. */
    previewUrl,
    /** Who is at work, for the history. */
    by: await currentUser(),
    /** Names this checkout on this machine. */
    checkout: createHash('sha256').update(installation).digest('hex').slice(0, 12),
    now: () => new Date(),
    /** The time of commits and prunes is the clock of the store, which is the same for every publisher. */
    storeNow: () => store.now(),
  };
}

export type ReleaseTool = Readonly<Awaited<ReturnType<typeof openReleaseTool>>>;
