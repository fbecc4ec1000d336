import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { UserError } from '@composed/command/errors';
import type { SiteCommand } from './site-command';
import { isDeploymentStored } from '../../deployments/deployments';
import { listTargetManifestKeys } from '../../ledger/rollback-path';
import type { Ledger } from '../../ledger/ledger';
import {
  type BuiltRelease,
  findMissingKeys,
  readManifest,
  listKeys,
  findReleases,
} from '../../store/releases';
import type { Store, StoredObject } from '../../store/store';
import type { ReleaseTool } from '../../tool/release-tool';

type Builds = ReadonlyMap<string, BuiltRelease>;

/** A built release, as plans need it. */
export interface PlannedBuild {
  readonly version: string;
  /** Whether the build was never published, so that its pages have to be tested in a browser. */
  readonly isUntested: boolean;
  /** The repositories of the release and of the live one that it would replace, if they differ. */
  readonly repositories?: { readonly live: string; readonly next: string } | undefined;
}

/** The input of a plan, in addition to the ledger. */
export interface PlanInput {
  readonly tool: Pick<ReleaseTool, 'apps' | 'checkout' | 'localUrl' | 'previewUrl'>;
  readonly built: Readonly<Record<string, PlannedBuild>>;
  /** Whether the builds are live, and the store has every file of them and of the live pages. */
  readonly isLiveAndComplete: boolean;
  /** Stored releases that a rollback may lead to, as '<app>/<version>'. */
  readonly storedRollbackTargets: ReadonlySet<string>;
  /** Names of the data that the live host asks for. Set only for settings. */
  readonly dataNames: readonly string[];
}

/** @throws Error if there is no build of the app */
export function requireBuild(app: string, { built }: PlanInput) {
  const build = built[app];
  if (!build) throw new Error(`No build of ${app} was given to the plan.`);
  return { app, ...build };
}

/**
 * Reads everything from the store that the plan of a command depends on, so that planning itself reads nothing.
 * @throws UserError if a file of a build has the name of a live file and other content
 */
export async function gatherPlanInput(
  command: SiteCommand,
  tool: ReleaseTool,
  builds: Builds,
  ledger: Ledger,
): Promise<PlanInput> {
  const { store } = tool;
  const { live } = ledger;
  const isPublish = command.name === 'publish';
  const builtApps = [...builds].map(async ([app, { manifest, isUntested }]) => {
    const liveVersion = live?.releases[app];
    const repositories = isPublish
      ? await findRepositories(store, manifest, liveVersion)
      : undefined;
    return [app, { version: manifest.version, isUntested, repositories }] as const;
  });
  const host = live?.releases['host'];
  const needsDataNames = command.name === 'settings' && host !== undefined;
  const targets = command.name === 'rollback' ? listTargetManifestKeys(ledger, command) : [];
  const entries = [...(await store.sizesOf(targets)).keys()].map((key) => ({ key }));
  return {
    tool,
    built: Object.fromEntries(await Promise.all(builtApps)),
    storedRollbackTargets: new Set(
      findReleases(entries).map(({ app, version }) => `${app}/${version}`),
    ),
    isLiveAndComplete: isPublish && (await areBuildsStored(store, builds, live)),
    dataNames: needsDataNames ? ((await readManifest(store, 'host', host))?.data ?? []) : [],
  };
}

/**
 * Returns the repositories of a release and of the live one, if they differ.
 * @throws UserError if a file of the release has the name of a live file and other content
 */
async function findRepositories(store: Store, manifest: ReleaseManifest, live?: string) {
  if (live === undefined || live === manifest.version) return undefined;
  const liveManifest = await readManifest(store, manifest.app, live);
  const clashingFile = Object.entries(manifest.files).find(([name, { integrity }]) => {
    const liveFile = liveManifest?.files[name];
    return liveFile && liveFile.integrity !== integrity;
  });
  if (clashingFile) {
    throw new UserError(
      `${clashingFile[0]} of ${manifest.app} ${manifest.version} has the name of a live file with other content; name files by their content, such as "[name].[contenthash].js".`,
    );
  }
  const { source: next } = manifest;
  const current = liveManifest?.source ?? next;
  return current === next ? undefined : { live: current, next };
}

/** Whether all builds are live, and no file of them or of the live pages is missing in the store. */
async function areBuildsStored(
  store: Store,
  builds: Builds,
  live: Ledger['live'],
): Promise<boolean> {
  const manifests = [...builds.values()].map(({ manifest }) => manifest);
  if (!live || manifests.some(({ app, version }) => live.releases[app] !== version)) return false;
  const missingKeys = await Promise.all(
    manifests.map((manifest) => findMissingKeys(store, manifest)),
  );
  return missingKeys.flat().length === 0 && (await isDeploymentStored(store, live.deployment));
}

/** The contents of a store. */
export interface StoreContents {
  readonly now: Date;
  readonly objects: readonly StoredObject[];
  /** Every release in the store, with the keys of its public files. */
  readonly releases: readonly { app: string; version: string; assets: readonly string[] }[];
}

/** Lists the store, and reads the manifest of every release. Only a prune needs all of them. */
export async function readContents({ store, storeNow }: ReleaseTool): Promise<StoreContents> {
  const now = await storeNow();
  const lists = ['releases/', 'assets/', 'deployments/'].map((prefix) => store.list(prefix));
  const objects = (await Promise.all(lists)).flat();
  const contents = findReleases(objects).map(async ({ app, version }) => {
    const manifest = await readManifest(store, app, version);
    const releaseFiles = manifest ? listKeys(manifest) : [];
    return { app, version, assets: releaseFiles.filter((key) => key.startsWith('assets/')) };
  });
  return { now, objects, releases: await Promise.all(contents) };
}
