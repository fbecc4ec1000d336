import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import type { ChangeCommand } from './commands';
import { isStored, pinsAmong } from './compositions';
import { rollbackTargets } from './history';
import { type Ledger, readLedger } from './ledger';
import type { Facts, Plan, PruneFacts } from './plan/parts';
import { plan } from './plan/plan';
import { recover } from './recover';
import { Refusal } from './refusal';
import {
  type BuiltRelease,
  missingKeys,
  readManifest,
  releaseKeys,
  releasesAmong,
  withReleases,
} from './releases';
import type { Progress } from './reports/progress';
import { refuseContradiction } from './settings';
import type { Run } from './steps/step';
import { kindOf } from './steps/steps';
import type { ReleaseTool } from './tool';

/** Somebody wins each round, so this many rounds are enough for as many people at once. */
const maxRounds = 100;

/**
 * Carries out a command that changes the site: plan, then step by step. When somebody else changes the
 * ledger meanwhile, it plans again on top of that, so that both changes end up live.
 * @param beforeRecord called before the first step that others see: until then what is live is as it was
 * @returns what came of it, in a sentence or two for the person at the keyboard, and the ledger since then
 * @throws Refusal, CompositionRefused or Error; what is live is then as it was
 */
export async function change(
  command: ChangeCommand,
  tool: ReleaseTool,
  progress: Progress,
  beforeRecord: () => void = () => undefined,
) {
  const { store } = tool;
  await store.checkPlace('write');
  let state = await recover(store);
  // Before its first use, and before a build that could go nowhere.
  if (state.ledger.revision === 0) await store.checkPlace('conditions');
  const first = state.ledger;
  const types = command.name === 'publish' && !command.skipTypes;
  const builds = await build(command, tool, progress, types);
  for (let round = 1; round <= maxRounds; round += 1) {
    if (round > 1) {
      // Milliseconds: whoever plans again at once is in the way of all others who lost this round.
      await wait(Math.random() * Math.min(2000, 25 * 2 ** round));
      state = await recover(store);
    }
    try {
      const ledger = siteFor(command, state.ledger, tool);
      refuseStale(command, first, ledger);
      const made = await planFor(command, tool, builds, ledger);
      const proposed = await withReleases(tool, builds.values(), ledger.live?.releases);
      const parts = { tool, ledger, builds, proposed, pointers: state.pointers };
      const run: Run = { ...parts, composed: null, overrides: {} };
      for (const step of made.steps) {
        const kind = kindOf(step);
        if (step.do === 'record') beforeRecord();
        await progress(kind.title(step), () => kind.run(step, run));
      }
      return { outcome: made.outcome, ledger: run.next ?? (await readLedger(store)) };
    } catch (error) {
      // What was planned on is some time old, and a concurrent prune takes away what a step needs.
      const now = await readLedger(store);
      if (now.revision === state.ledger.revision) throw error;
    }
  }
  throw new Refusal('Too many other changes are under way; try again in a moment.');
}

/**
 * What a command would do. Builds if needed, since the plan depends on it; the store is only read.
 * @throws as `change` does when the command cannot be carried out
 */
export async function dryRun(command: ChangeCommand, tool: ReleaseTool, progress: Progress) {
  const builds = await build(command, tool, progress);
  const ledger = siteFor(command, await readLedger(tool.store), tool);
  return planFor(command, tool, builds, ledger);
}

async function planFor(
  command: ChangeCommand,
  tool: ReleaseTool,
  builds: ReadonlyMap<string, BuiltRelease>,
  ledger: Ledger,
): Promise<Plan> {
  const isGiven = command.name === 'publish' && command.from !== undefined;
  const meant = isGiven ? { ...command, apps: [...builds.keys()] } : command;
  return plan(meant, ledger, await gatherFacts(command, tool, builds, ledger));
}

/**
 * A new site takes its settings from the environment; on any other they must agree.
 * @throws Refusal when they do not
 */
function siteFor(command: ChangeCommand, ledger: Ledger, { environment }: ReleaseTool): Ledger {
  if (!['publish', 'start', 'preview', 'compose'].includes(command.name)) return ledger;
  const { siteUrl, data } = ledger.live ? ledger.settings : environment;
  const settings = {
    ...ledger.settings,
    siteUrl: ledger.settings.siteUrl ?? siteUrl,
    data: { ...data, ...ledger.settings.data },
  };
  refuseContradiction(settings, environment);
  return { ...ledger, settings };
}

/** What a canary shows of its own; beside another live site its pages are others. */
const canaryRelease = ({ canary }: Ledger) => canary && `${canary.app} ${canary.version}`;

/** Neither "back to the one before" nor what is done to a canary may mean a release that the person has not seen. */
function refuseStale(command: ChangeCommand, first: Ledger, now: Ledger): void {
  const isOther =
    command.name === 'promote'
      ? first.canary?.composition !== now.canary?.composition
      : ['abort', 'canary'].includes(command.name) && canaryRelease(first) !== canaryRelease(now);
  if (isOther) {
    throw new Refusal('The canary changed meanwhile; look at "status" and try again.');
  }
  if (command.name !== 'rollback') return;
  const live = now.live?.releases[command.app];
  if (first.live?.releases[command.app] !== live) {
    throw new Refusal(
      `${command.app} ${live ?? ''} went live meanwhile; look at "status" and try again.`,
    );
  }
}

function appsToBuild(command: ChangeCommand, { apps }: ReleaseTool): readonly string[] {
  if (command.name === 'publish') return command.apps;
  if (command.name === 'preview') return [command.app];
  return command.name === 'start' ? apps : [];
}

async function build(command: ChangeCommand, tool: ReleaseTool, progress: Progress, types = false) {
  const builds = new Map<string, BuiltRelease>();
  // Only a few commands need what it takes.
  const read = async (folder: string) => (await import('./read-release')).readRelease(folder);
  if (command.name === 'publish' && command.from) {
    for (const folder of command.from) {
      const { release } = await progress(`Check ${folder}`, async () => {
        const release = await read(folder);
        const { app, version } = release.manifest;
        return { release, detail: `${app} ${version}` };
      });
      builds.set(release.manifest.app, { ...release, folder: null, isNew: true });
    }
    return builds;
  }
  const apps = appsToBuild(command, tool);
  if (apps.length === 0) return builds;
  const { made } = await progress(`Build ${apps.join(', ')}`, async () => {
    const { sideBySide } = await import('../build/side-by-side');
    const made = await sideBySide(apps, async (app, signal) => {
      const { folder, isNew } = await tool.buildApp(app, { types, signal });
      return [app, { ...(await read(folder)), folder, isNew }] as const;
    });
    return { made, detail: made.map(([, { manifest }]) => manifest.version).join(', ') };
  });
  return new Map<string, BuiltRelease>(made);
}

/**
 * Where a release and the live one are at home, where both say it and it is not the same.
 * @throws Refusal when a file would take the place of a live one
 */
async function sourcesOf(store: ReleaseTool['store'], manifest: ReleaseManifest, live?: string) {
  if (live === undefined || live === manifest.version) return undefined;
  const replaced = await readManifest(store, manifest.app, live);
  const clash = Object.entries(manifest.files).find(([name, { integrity }]) => {
    const known = replaced?.files[name];
    return known && known.integrity !== integrity;
  });
  if (clash) {
    throw new Refusal(
      `${clash[0]} of ${manifest.app} ${manifest.version} has the name of a live file with other content; name files by their content, such as "[name].[contenthash].js".`,
    );
  }
  const { source: next } = manifest;
  const source = replaced?.source ?? next;
  return source === next ? undefined : { live: source, next };
}

/** Whether nothing is missing of builds that are live already, nor of the live pages. */
async function isWhole(
  store: ReleaseTool['store'],
  builds: ReadonlyMap<string, BuiltRelease>,
  live: Ledger['live'],
): Promise<boolean> {
  const manifests = [...builds.values()].map(({ manifest }) => manifest);
  if (!live || manifests.some(({ app, version }) => live.releases[app] !== version)) return false;
  const missing = await Promise.all(manifests.map((manifest) => missingKeys(store, manifest)));
  return missing.flat().length === 0 && (await isStored(store, live.composition));
}

async function gatherFacts(
  command: ChangeCommand,
  { store, apps, checkout, localUrl, previewUrl, storeNow }: ReleaseTool,
  builds: ReadonlyMap<string, BuiltRelease>,
  { live, history }: Ledger,
): Promise<Facts> {
  const isPublish = command.name === 'publish';
  const built = [...builds].map(async ([app, { manifest, isNew }]) => {
    const shown = live?.releases[app];
    const sources = isPublish ? await sourcesOf(store, manifest, shown) : undefined;
    return [app, { version: manifest.version, isNew, sources }] as const;
  });
  const host = live?.releases['host'];
  const isAsked = command.name === 'settings' && host !== undefined;
  const meant = command.name === 'rollback' ? rollbackTargets(history, command) : [];
  const found = [...(await store.sizesOf(meant)).keys()].map((key) => ({ key }));
  return {
    apps,
    checkout,
    localUrl,
    previewUrl,
    built: Object.fromEntries(await Promise.all(built)),
    stored: new Set(releasesAmong(found).map(({ app, version }) => `${app}/${version}`)),
    isWhole: isPublish && (await isWhole(store, builds, live)),
    data: isAsked ? ((await readManifest(store, 'host', host))?.data ?? []) : [],
    prune: command.name === 'prune' ? await gatherPruneFacts(store, await storeNow()) : null,
  };
}

async function gatherPruneFacts(store: ReleaseTool['store'], now: Date): Promise<PruneFacts> {
  const lists = ['releases/', 'assets/', 'compositions/'].map((prefix) => store.list(prefix));
  const objects = (await Promise.all(lists)).flat();
  const named = releasesAmong(objects).map(async ({ app, version }) => {
    const manifest = await readManifest(store, app, version);
    const all = manifest ? releaseKeys(manifest) : [];
    return { app, version, assets: all.filter((key) => key.startsWith('assets/')) };
  });
  const pins = await pinsAmong(store, objects);
  return { now, objects, releases: await Promise.all(named), pins };
}
