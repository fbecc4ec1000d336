import { type BuiltRelease, readBuiltRelease } from './built-release';
import type { ChangeCommand } from './arguments';
import { describe } from './describe';
import { Effects } from './effects';
import type { Ledger } from './ledger';
import { plan } from './plan';
import { assetKeys, listReleases, missingKeys, readManifest, releaseKeys } from './releases';
import type { Reporter } from './reports/progress';
import { readLedger, recover } from './recover';
import { type Facts, type Plan, Refusal } from './steps';
import type { ReleaseTool } from './tool';

/** Somebody wins each round, so this many rounds serve as many people at once. */
const maxRounds = 100;

/**
 * Carries out a command that changes the site. When somebody else changes the ledger meanwhile, it
 * plans again on top of that, so that both changes end up live.
 * @returns one sentence for the person at the keyboard
 * @throws Refusal, CompositionRefused or Error; what is live is then as it was
 */
export async function change(
  command: ChangeCommand,
  tool: ReleaseTool,
  report: Reporter,
): Promise<string> {
  const built = await build(command, tool, report);
  let first: Ledger | null = null;
  for (let round = 1; round <= maxRounds; round += 1) {
    const ledger = await recover(tool.store);
    first ??= ledger;
    refuseStaleRollback(command, first, ledger);
    const made = plan(command, ledger, await gatherFacts(command, tool, built));
    try {
      if (await apply(made, new Effects(tool, ledger, built), report)) return made.outcome;
    } catch (error) {
      // What a concurrent prune takes away fails a step; the next round finds it missing and uploads it.
      const now = await readLedger(tool.store);
      if (now.revision === ledger.revision) throw error;
    }
  }
  throw new Refusal('Too many other changes are under way; try again in a moment.');
}

/**
 * What a command would do. Builds if needed, since the plan depends on it; the store is only read.
 * @throws as `change` does when the command cannot be carried out
 */
export async function dryRun(
  command: ChangeCommand,
  tool: ReleaseTool,
  report: Reporter,
): Promise<Plan> {
  const built = await build(command, tool, report);
  const facts = await gatherFacts(command, tool, built);
  return plan(command, await readLedger(tool.store), facts);
}

/** @returns false when somebody else changed the ledger first */
async function apply(made: Plan, effects: Effects, report: Reporter): Promise<boolean> {
  for (const step of made.steps) {
    const { overtaken } = await report(describe(step), () => effects.carryOut(step));
    if (overtaken) return false;
  }
  return true;
}

/** "Back to the one before" must not undo a release that the person has not seen. */
function refuseStaleRollback(command: ChangeCommand, first: Ledger, now: Ledger): void {
  if (command.name !== 'rollback') return;
  const seen = first.live?.releases[command.app];
  const standing = now.live?.releases[command.app];
  if (seen !== standing) {
    throw new Refusal(
      `${command.app} ${standing ?? ''} went live meanwhile; look at "status" and try again.`,
    );
  }
}

async function build(command: ChangeCommand, tool: ReleaseTool, report: Reporter) {
  const apps =
    command.name === 'publish' ? command.apps : command.name === 'preview' ? [command.app] : [];
  const built = new Map<string, BuiltRelease>();
  for (const app of apps) {
    const { release } = await report(`Build ${app}`, async () => {
      const release = await readBuiltRelease(app, await tool.buildApp(app));
      return { release, detail: release.manifest.version };
    });
    built.set(app, release);
  }
  return built;
}

async function gatherFacts(
  command: ChangeCommand,
  { store, apps, now }: ReleaseTool,
  built: ReadonlyMap<string, BuiltRelease>,
): Promise<Facts> {
  const builtFacts = [...built].map(async ([app, { manifest }]) => {
    const missing = await missingKeys(store, manifest);
    const kept = releaseKeys(manifest).length - missing.length;
    return [app, { version: manifest.version, missing, kept }] as const;
  });
  const releases = await releasesFor(command, store);
  return {
    apps,
    built: Object.fromEntries(await Promise.all(builtFacts)),
    stored: new Set(releases.map(({ app, version }) => `${app}/${version}`)),
    prune: command.name === 'prune' ? await gatherPruneFacts(store, releases, now()) : null,
  };
}

/** The stored releases that a command chooses among. */
async function releasesFor(command: ChangeCommand, store: ReleaseTool['store']) {
  if (command.name === 'prune') return listReleases(store);
  return command.name === 'rollback' ? listReleases(store, command.app) : [];
}

async function gatherPruneFacts(
  store: ReleaseTool['store'],
  releases: readonly { app: string; version: string }[],
  now: Date,
) {
  const lists = ['releases/', 'assets/', 'compositions/'].map((prefix) => store.list(prefix));
  const objects = (await Promise.all(lists)).flat();
  const named = await Promise.all(
    releases.map(async ({ app, version }) => {
      const manifest = await readManifest(store, app, version);
      return { app, version, assets: manifest ? assetKeys(manifest) : [] };
    }),
  );
  return { now, objects, releases: named };
}
