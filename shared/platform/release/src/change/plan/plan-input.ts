import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { UserError } from '@composed/command/errors';
import type { ChangeCommand } from './change-command';
import { isDeploymentStored } from '../../deployments/deployments';
import { findRollbackTargets } from '../../ledger/history';
import type { Ledger } from '../../ledger/ledger';
import {
  type BuiltRelease,
  findMissing,
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
  /** Whether the build was never published, so that its pages are tried in a browser. */
  readonly isUntried: boolean;
  /** The repositories of the release and of the live one that it would replace, if they differ. */
  readonly sources?: { readonly live: string; readonly next: string } | undefined;
}

/** The input of a plan, in addition to the ledger. */
export interface PlanInput {
  readonly tool: Pick<ReleaseTool, 'apps' | 'checkout' | 'localUrl' | 'previewUrl'>;
  readonly built: Readonly<Record<string, PlannedBuild>>;
  /** Whether the builds are live, and the store has every file of them and of the live pages. */
  readonly isWhole: boolean;
  /** Stored releases that a rollback may lead to, as '<app>/<version>'. */
  readonly stored: ReadonlySet<string>;
  /** Names of the data that the live host asks for. Set only for settings. */
  readonly data: readonly string[];
}

/** @throws Error if there is no build of the app */
export function findBuild(app: string, { built }: PlanInput) {
  const build = built[app];
  if (!build) throw new Error(`No build of ${app} was given to the plan.`);
  return { app, ...build };
}

export async function gatherPlanInput(
  command: ChangeCommand,
  tool: ReleaseTool,
  builds: Builds,
  ledger: Ledger,
): Promise<PlanInput> {
  const { store } = tool;
  const { live } = ledger;
  const isPublish = command.name === 'publish';
  const builtApps = [...builds].map(async ([app, { manifest, isUntried }]) => {
    const liveVersion = live?.releases[app];
    const sources = isPublish ? await sourcesOf(store, manifest, liveVersion) : undefined;
    return [app, { version: manifest.version, isUntried, sources }] as const;
  });
  const host = live?.releases['host'];
  const needsDataNames = command.name === 'settings' && host !== undefined;
  const targets = command.name === 'rollback' ? findRollbackTargets(ledger, command) : [];
  const entries = [...(await store.sizesOf(targets)).keys()].map((key) => ({ key }));
  return {
    tool,
    built: Object.fromEntries(await Promise.all(builtApps)),
    stored: new Set(findReleases(entries).map(({ app, version }) => `${app}/${version}`)),
    isWhole: isPublish && (await isWhole(store, builds, live)),
    data: needsDataNames ? ((await readManifest(store, 'host', host))?.data ?? []) : [],
  };
}

/**
 * Returns the repositories of a release and of the live one, if they differ.
 * @throws UserError if a file of the release has the name of a live file and other content
 */
async function sourcesOf(store: Store, manifest: ReleaseManifest, live?: string) {
  if (live === undefined || live === manifest.version) return undefined;
  const liveManifest = await readManifest(store, manifest.app, live);
  const clash = Object.entries(manifest.files).find(([name, { integrity }]) => {
    const liveFile = liveManifest?.files[name];
    return liveFile && liveFile.integrity !== integrity;
  });
  if (clash) {
    throw new UserError(
      `${clash[0]} of ${manifest.app} ${manifest.version} has the name of a live file with other content; name files by their content, such as "[name].[contenthash].js".`,
    );
  }
  const { source: next } = manifest;
  const source = liveManifest?.source ?? next;
  return source === next ? undefined : { live: source, next };
}

/** Whether all builds are live, and no file of them or of the live pages is missing in the store. */
async function isWhole(store: Store, builds: Builds, live: Ledger['live']): Promise<boolean> {
  const manifests = [...builds.values()].map(({ manifest }) => manifest);
  if (!live || manifests.some(({ app, version }) => live.releases[app] !== version)) return false;
  const missing = await Promise.all(manifests.map((manifest) => findMissing(store, manifest)));
  return missing.flat().length === 0 && (await isDeploymentStored(store, live.deployment));
}

/** The contents of a store. */
export interface StoreContents {
  readonly now: Date;
  readonly objects: readonly StoredObject[];
  /** Every release in the store, with the keys of its public files. */
  readonly releases: readonly { app: string; version: string; assets: readonly string[] }[];
}

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
