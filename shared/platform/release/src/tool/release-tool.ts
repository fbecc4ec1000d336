import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findApps } from '@composed/apps';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { compose } from '@composed/compose/pages/compose';
import { smokeTestPages } from '../browser/smoke-test-pages';
import { findStyleLeaks } from '../browser/find-style-leaks';
import { fetchJson } from './fetch-json';
import type { SiteServices } from '@composed/http/services/site-services';
import { isLocal, type Environment } from '@composed/command/environment';
import { createCompressor } from '../store/compress';
import { readEnvironmentSettings } from '../ledger/site-settings';
import { openStore } from '../store/open-store';

/** Returns the user's name in the configuration of Git, or the name on this machine. */
async function readCurrentUser(): Promise<string> {
  // Git runs in this checkout, since it runs programs that the configuration of a repository names.
  const options = { cwd: getRepositoryRoot() };
  const git = await promisify(execFile)('git', ['config', 'user.name'], options).catch(() => null);
  return [git?.stdout.trim(), process.env['USER']].find(Boolean) ?? 'unknown';
}

/** Builds an app if its sources have changed. With `types`, a type error fails the build. */
export type AppBuilder = (
  app: string,
  checks: { readonly types: boolean; readonly signal?: AbortSignal },
) => Promise<{ readonly folder: string; readonly isUntested: boolean }>;

/** Servers use this builder, since they have no bundler. */
const buildNothing: AppBuilder = (app) =>
  Promise.reject(
    new Error(`Nothing is built here: build ${app} elsewhere, and publish it with --from.`),
  );

/** Collects everything that the release tool needs from outside: builds, the composer, services, the store and the time. */
export async function openReleaseTool(
  environment: Environment,
  services: Pick<SiteServices, 'cookies' | 'dataAddresses' | 'readEmbeddedData' | 'register'>,
  buildApp = buildNothing,
) {
  const { dataAddresses, readEmbeddedData } = services;
  const { upstreams, apiUrls: apis, siteUrl, previewUrl, dataDir, port } = environment;
  const installation = `${hostname()}\0${getRepositoryRoot()}`;
  const cacheFolder = path.join(getRepositoryRoot(), 'node_modules/.cache');
  const appNames: readonly string[] = findApps().map(({ name }) => name);
  const store = await openStore(environment);
  return {
    store,
    /** The apps that this checkout can build. Which apps a site has, only its store knows. */
    apps: appNames,
    compose,
    buildApp,
    smokeTestPages: ((pages, names, releaseStore, options) =>
      smokeTestPages(pages, names, releaseStore, {
        services: { ...services, apis },
        ...options,
      })) satisfies typeof smokeTestPages,
    findStyleLeaks,
    /**
     * Reads data that the host asks for, from its address or from the embedded services. If the result is undefined or
     * an error, the last valid data is kept.
     */
    readJson: (name: string, url: string | undefined, isFirst: boolean): Promise<unknown> =>
      url === undefined ? readEmbeddedData(name, dataDir, isFirst) : fetchJson(url),
    /** Reads the visits that the collector of this machine has counted. */
    readVisits: async () => (await import('../stacks/faults')).readVisits(dataDir),
    compress: createCompressor(path.join(cacheFolder, 'compressed')),
    /** A folder for files that this machine can create again. */
    cacheFolder,
    /** Settings in this environment, which must not contradict the site's settings. */
    environmentSettings: readEnvironmentSettings(siteUrl, dataAddresses(upstreams)),
    /** The address on this machine of a site without a public address, without a trailing slash. */
    localUrl: isLocal(siteUrl) ? siteUrl : `http://localhost:${port}`,
    /** The origin of previews without a trailing slash; null if they have the site's own. */
    previewUrl,
    /** The person who runs the command, for the history. */
    by: await readCurrentUser(),
    /** Identifies this checkout on this machine. */
    checkout: createHash('sha256').update(installation).digest('hex').slice(0, 12),
    now: () => new Date(),
    /** Commits and prunes use the clock of the store, which is the same for every publisher. */
    storeNow: () => store.now(),
  };
}

export type ReleaseTool = Readonly<Awaited<ReturnType<typeof openReleaseTool>>>;
