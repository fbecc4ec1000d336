import { telemetrySettings, siteDataItem } from '@composed/contracts/composer';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';
import { messageOf } from '@composed/command/format';
import { publicUrl, defaultSettings, siteSettings } from './site-settings';
import { formatDocument, parseDocument } from '../store/documents';
import { formatCanaryTarget, type Alias, type Store, type StoredLedger } from '../store/store';
import { jsonText } from '@composed/contracts/schemas';

/*
 * The only mutable document of a store, as numbered revisions. If several publishers try to create the next revision, one
 * of them succeeds; ./recover.ts then points the aliases to what it says.
 */

/** App → version of its release. */
const releaseSet = v.record(v.string(), v.string());

/** A deployment and everything that it was composed from. */
const shownDeployment = {
  deployment: v.string(),
  releases: releaseSet,
  /** Name → data as it was last read. Data that only an earlier host asked for is kept. */
  data: v.record(v.string(), siteDataItem),
  siteUrl: publicUrl,
  telemetry: v.nullable(telemetrySettings),
  /** ISO 8601, UTC. */
  since: v.string(),
  by: v.string(),
};

const deploymentWithChecks = {
  ...shownDeployment,
  /** For each app with an earlier release: whether it could be rolled back by itself. */
  rollbackChecks: v.array(
    v.object({
      app: v.string(),
      to: v.string(),
      /** The reason why the rollback is impossible, or null. */
      problem: v.nullable(v.string()),
      /** The modules whose slots the rollback would empty. */
      empties: v.optional(v.array(v.string())),
    }),
  ),
};
const liveSchema = v.object(deploymentWithChecks);

/** The deployment that `promote` would put live, shown to a share of the visitors until then. */
const canarySchema = v.object({
  ...deploymentWithChecks,
  /** The one release that differs from the live ones. */
  app: v.string(),
  version: v.string(),
  /** Per cent of the visitors, 1 to 99. */
  share: v.number(),
  /** Minutes without harm after which it is promoted automatically; null for never. */
  promoteAfter: v.nullable(v.number()),
  /** The first server with a telemetry collector that has registered itself here; null before. */
  judge: v.nullable(
    v.object({
      /** Id of its database. */
      id: v.string(),
      /** The name of the machine, for people. */
      name: v.string(),
      /** Signs the buckets of visitors, on every server that shows the canary. */
      secret: v.string(),
    }),
  ),
});

/** A preview, with the app and version of the one release that it is for. */
const previewSchema = v.object({ ...shownDeployment, app: v.string(), version: v.string() });

const overrides = {
  /** The reason to accept releases over budget, and the apps of these releases. */
  overBudget: v.optional(v.string()),
  overBudgetOf: v.optional(v.array(v.string())),
  /** The reason to accept a release that makes a rollback impossible. */
  noRollback: v.optional(v.string()),
  /** The reason to skip the check of types. */
  skipTypes: v.optional(v.string()),
  /** The reason to skip the smoke test. */
  skipSmokeTest: v.optional(v.string()),
  /** The reason to let a release take the place of an app of another repository. */
  replace: v.optional(v.string()),
};

/** Actions that change the live releases, and actions that change only their pages. */
export const releaseActions = ['publish', 'rollback', 'promote', 'remove'] as const;
export const pageActions = ['compose', 'settings'] as const;
const otherActions = ['preview', 'preview-removed', 'prune', 'canary', 'abort', 'restore'] as const;

const entrySchema = v.object({
  at: v.string(),
  by: v.string(),
  /** The revision of the ledger that this entry is from. */
  revision: v.optional(v.number()),
  action: v.picklist([...releaseActions, ...pageActions, ...otherActions]),
  /** Apps whose live release changed; in a preview or a canary, the one app that is shown. */
  changes: v.array(v.object({ app: v.string(), from: v.nullable(v.string()), to: v.string() })),
  deployment: v.nullable(v.string()),
  preview: v.optional(v.string()),
  /** The release that a removal took off the site. */
  removed: v.optional(v.object({ app: v.string(), version: v.string() })),
  /** Share and minutes of a canary, as in the ledger. */
  share: v.optional(v.number()),
  promoteAfter: v.optional(v.number()),
  /** The reason to abort a canary, which a person, the judge or a release gives; or the damage that was restored. */
  reason: v.optional(v.string()),
  ...overrides,
  /** Settings that were changed, in words. */
  settings: v.optional(v.string()),
  /** Set by `npm start`: the checkout that it published from. */
  checkout: v.optional(v.string()),
});

/** An entry as the ledger stores it, in which the reason to skip the smoke test has an earlier name. */
const storedEntry = v.pipe(
  v.looseObject({ skipHydration: v.optional(v.string()) }),
  v.transform(({ skipHydration, ...entry }) => ({ ...entry, skipSmokeTest: skipHydration })),
  entrySchema,
);
const toStoredEntry = ({ skipSmokeTest, ...entry }: HistoryEntry) => ({
  ...entry,
  skipHydration: skipSmokeTest,
});

const ledgerFormat = 1;

const ledgerSchema = v.object({
  schema: v.literal(ledgerFormat),
  /** Counts the ledger's changes from 1. */
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  live: v.nullable(liveSchema),
  canary: v.nullable(canarySchema),
  previews: v.record(v.string(), previewSchema),
  settings: siteSettings,
  /** '<app>/<version>' or id of a deployment → when visitors last got it, in ISO 8601. Those in use may be missing. */
  lastShown: v.record(v.string(), v.string()),
  /** Oldest first. */
  history: v.array(storedEntry),
  /** Keys that a prune removes. If the prune is killed, the next command finishes it. */
  pruning: v.nullable(v.array(v.string())),
});

/** One revision of the ledger. */
export type Ledger = v.InferOutput<typeof ledgerSchema>;
export type LiveDeployment = v.InferOutput<typeof liveSchema>;
export type Canary = v.InferOutput<typeof canarySchema>;
export type RollbackCheck = LiveDeployment['rollbackChecks'][number];
export type HistoryEntry = v.InferOutput<typeof entrySchema>;
export type ReleaseChange = HistoryEntry['changes'][number];
export type Override = Exclude<keyof typeof overrides, 'overBudgetOf'>;
/** Reasons for skipped checks that a release would not have passed. */
export type Overrides = Readonly<
  Partial<Record<Override, string | undefined> & Pick<HistoryEntry, 'overBudgetOf'>>
>;
/** Deployments that visitors can get. */
export type ShownDeployments = Pick<Ledger, 'live' | 'canary' | 'previews'>;

/** The ledger of an empty store. Revision 0 is never written. */
export const emptyLedger: Ledger = {
  schema: ledgerFormat,
  revision: 0,
  live: null,
  canary: null,
  previews: {},
  settings: defaultSettings,
  lastShown: {},
  history: [],
  pruning: null,
};

export const nothingLiveMessage =
  'Nothing is live yet: begin with npm run release -- publish --all, in the host’s repository.';

/** Matches a ledger of another format. */
const otherLedger = jsonText(
  v.looseObject({ schema: v.pipe(v.number(), v.notValue(ledgerFormat)) }),
);

/**
 * Parses one revision of the ledger.
 * @returns the ledger, or a sentence about its damage
 * @throws UserError if a release tool of another format wrote it
 */
export function parseLedger({ revision, text }: StoredLedger) {
  const name = `The ledger revision ${revision}`;
  try {
    const numberedLedger = v.object({ ...ledgerSchema.entries, revision: v.literal(revision) });
    return { ledger: parseDocument(numberedLedger, name, text) };
  } catch (error) {
    const header = v.safeParse(otherLedger, text);
    if (!header.success) return { damage: messageOf(error) };
    throw new UserError(
      `${name} has the format ${header.output.schema}, and this release tool reads ${ledgerFormat}: use the checkout that wrote it, or publish to an empty store (SITE_DIR or SITE_STORE).`,
      { cause: error },
    );
  }
}

/**
 * Reads a revision of the ledger, or the newest one.
 * @throws UserError with one sentence if it is damaged, or if a release tool of another format wrote it
 */
export async function readLedger(store: Store, revision?: number): Promise<Ledger> {
  const storedLedger = await store.readLedger(revision);
  if (!storedLedger) return emptyLedger;
  const parsed = parseLedger(storedLedger);
  if (parsed.ledger) return parsed.ledger;
  throw new UserError(
    `${parsed.damage} To go back to the revision before: npm run release -- restore`,
  );
}

/**
 * Writes the revision after `before`.
 * @returns the new ledger; null if another process has written that revision first
 * @throws Error if the document would not match its schema; then nothing is written
 */
export async function writeNextLedger(store: Store, before: Ledger, changes: Partial<Ledger>) {
  const next: Ledger = { ...before, ...changes, revision: before.revision + 1 };
  const stored = { ...next, history: next.history.map(toStoredEntry) };
  const text = formatDocument(ledgerSchema, `The ledger revision ${next.revision}`, stored);
  return (await store.swapLedger(before.revision, text)) ? next : null;
}

/** Returns the deployments that visitors can get: the live site, the canary and every preview. */
export function listShownDeployments({ live, canary, previews }: ShownDeployments) {
  const current = [live, canary].flatMap((shown) => (shown ? { ...shown, preview: null } : []));
  const namedPreviews = Object.entries(previews).map(([preview, shown]) => ({ ...shown, preview }));
  return [...current, ...namedPreviews];
}

/** Returns the deployment that every alias should lead to. */
export function findExpectedAliases({ live, canary, previews }: Ledger): Map<Alias, string> {
  const targets = new Map<Alias, string>();
  if (live) targets.set('live', live.deployment);
  if (canary) targets.set('canary', formatCanaryTarget(canary));
  for (const [name, { deployment }] of Object.entries(previews)) {
    targets.set(`previews/${name}`, deployment);
  }
  return targets;
}

/** Whether a command was interrupted. The next one that changes the site finishes it. */
export function isInterrupted(ledger: Ledger, aliases: ReadonlyMap<Alias, string>): boolean {
  const isMisdirected = [...findExpectedAliases(ledger)].some(
    ([name, id]) => aliases.get(name) !== id,
  );
  return isMisdirected || ledger.pruning !== null;
}
