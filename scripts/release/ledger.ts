import type { Prices } from 'shared/contracts/plans';
import * as v from 'valibot';

const plan = v.object({
  id: v.string(),
  name: v.string(),
  price: v.number(),
  previousPrice: v.number(),
  features: v.array(v.string()),
});
const plans = v.nullable(v.array(plan));
const prices: v.GenericSchema<unknown, Prices> = v.object({
  tables: v.object({
    free: v.nullable(
      v.object({ name: v.string(), price: v.number(), features: v.array(v.string()) }),
    ),
    periods: v.object({ MONTH: plans, YEAR: plans }),
  }),
  readOn: v.string(),
});

/** App → version of its release. */
const releaseSet = v.record(v.string(), v.string());

const live = v.object({
  composition: v.string(),
  releases: releaseSet,
  /** ISO 8601, UTC. */
  since: v.string(),
  by: v.string(),
  /** What the pages show; the next composition falls back to them. */
  prices: v.nullable(prices),
});

const preview = v.object({
  app: v.string(),
  version: v.string(),
  composition: v.string(),
  releases: releaseSet,
  since: v.string(),
  by: v.string(),
});

export const actions = [
  'publish',
  'rollback',
  'compose',
  'preview',
  'preview-removed',
  'prune',
] as const;

const historyEntry = v.object({
  at: v.string(),
  by: v.string(),
  action: v.picklist(actions),
  /** Apps whose live release changed; in a preview, the one app that is shown. */
  changes: v.array(v.object({ app: v.string(), from: v.nullable(v.string()), to: v.string() })),
  composition: v.nullable(v.string()),
  preview: v.optional(v.string()),
  /** Why a release over budget was let through. */
  overBudget: v.optional(v.string()),
});

/** Files that a prune has condemned. Whoever comes next finishes it, so a kill leaves no half of it. */
const pruning = v.object({ keys: v.array(v.string()), since: v.string(), by: v.string() });

const ledger = v.object({
  schema: v.literal(1),
  /** Counts the ledger's changes from 1. */
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  live: v.nullable(live),
  previews: v.record(v.string(), preview),
  /** Oldest first. */
  history: v.array(historyEntry),
  pruning: v.nullable(pruning),
});

/** The store's one mutable document: what is live, since when, by whom, and how it came to be. */
export type Ledger = v.InferOutput<typeof ledger>;
export type Live = v.InferOutput<typeof live>;
export type Preview = v.InferOutput<typeof preview>;
export type HistoryEntry = v.InferOutput<typeof historyEntry>;
export type Change = HistoryEntry['changes'][number];
export type Action = HistoryEntry['action'];
export type ReleaseSet = Readonly<Record<string, string>>;

/** What a store without a ledger stands for. Revision 0 is never written. */
export const emptyLedger: Ledger = {
  schema: 1,
  revision: 0,
  live: null,
  previews: {},
  history: [],
  pruning: null,
};

const versioned = v.object({ schema: v.number() });

/** @throws Error with one clear sentence when the text is not a ledger this tool can read */
export function parseLedger(json: string, name: string): Ledger {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch {
    throw new Error(`The ledger ${name} is damaged: it is not JSON.`);
  }
  const parsed = v.safeParse(ledger, document);
  if (parsed.success) return parsed.output;
  const header = v.safeParse(versioned, document);
  if (header.success && header.output.schema > 1) {
    throw new Error(
      `The ledger ${name} was written by a newer release tool; update this checkout.`,
    );
  }
  const [issue] = parsed.issues;
  throw new Error(
    `The ledger ${name} is damaged at "${v.getDotPath(issue) ?? 'its root'}": ${issue.message}.`,
  );
}

/** The text that is stored: indented, since people read it when things go wrong. */
export function serializeLedger(document: Ledger): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
