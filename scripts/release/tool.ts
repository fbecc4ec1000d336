import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { apps } from 'shared/build/apps';
import { repositoryRoot } from 'shared/build/shared-packages';
import type { Prices } from 'shared/contracts/plans';
import { compose } from '../compose/compose';
import type { Compose } from '../compose/composition';
import { hydrateInBrowser } from './hydrate';
import { readPrices } from './read-prices';
import type { Settings } from '../environment';
import { type Compressor, createCompressor } from './compress';
import { type EnvironmentSettings, environmentSettings } from './settings';
import { openStore } from './stores/open-store';
import type { Store } from './stores/store';

/** Everything the release tool needs from outside. */
export interface ReleaseTool {
  readonly store: Store;
  /** The apps that this checkout can build. Which apps a site has, only its store knows. */
  readonly apps: readonly string[];
  readonly compose: Compose;
  /** Builds an app if its sources changed; with `types`, one whose types do not fit is no release. */
  readonly buildApp: (
    app: string,
    checks: { readonly types: boolean },
  ) => Promise<{ readonly folder: string; readonly isNew: boolean }>;
  /** Opens some of the composed pages in a browser. */
  readonly hydrate: typeof hydrateInBrowser;
  /**
   * Reads the prices of the service at this address, or of the embedded one. Null or an error: the
   * prices of the last composition are used.
   */
  readonly readPrices: (pricesUrl: string | null, last: Prices | null) => Promise<Prices | null>;
  readonly compress: Compressor;
  /** What this environment says about the site; it must not contradict the site's settings. */
  readonly environment: EnvironmentSettings;
  /** Where a site without a public address is seen on this machine, without a trailing slash. */
  readonly localUrl: string;
  /** Who is at work, for the history. */
  readonly by: string;
  /** Names this checkout on this machine. */
  readonly checkout: string;
  readonly now: () => Date;
}

/** The user of git, else of the machine, else 'unknown'. */
async function whoIsAtWork(): Promise<string> {
  const git = await promisify(execFile)('git', ['config', 'user.name']).catch(() => null);
  const name = git?.stdout.trim();
  if (name) return name;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** The release tool with this project's builds, composition, services and store. */
export async function openReleaseTool(settings: Settings): Promise<ReleaseTool> {
  const { upstreams, siteUrl, dataDir, port } = settings;
  const place = `${hostname()}\0${repositoryRoot}`;
  return {
    store: await openStore(settings),
    apps: apps
      .filter(({ folder }) => existsSync(path.join(repositoryRoot, folder)))
      .map(({ name }) => name),
    compose,
    buildApp: async (app, checks) => {
      const { buildApp } = await import('../build/build-app');
      return buildApp(app, checks);
    },
    hydrate: hydrateInBrowser,
    readPrices: (pricesUrl, last) => readPrices({ pricesUrl, dataDir, last }),
    compress: createCompressor(path.join(repositoryRoot, 'node_modules/.cache/compressed')),
    environment: environmentSettings(siteUrl, upstreams.subscription),
    localUrl: `http://localhost:${port}`,
    by: await whoIsAtWork(),
    checkout: createHash('sha256').update(place).digest('hex').slice(0, 12),
    now: () => new Date(),
  };
}
