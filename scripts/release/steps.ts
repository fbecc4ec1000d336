import type { Action, Change, ReleaseSet } from './ledger';
import type { PruneFacts } from './plan-prune';

/** What the ledger should say after a change that composed pages. */
export interface Entry {
  readonly action: Action;
  readonly changes: readonly Change[];
  readonly preview?: string;
  readonly overBudget?: string;
}

/** One titled step, as data. `apply` carries it out, `describe` tells it. */
export type Step =
  | { do: 'upload'; app: string; version: string; keys: readonly string[]; kept: number }
  | { do: 'check'; app: string; version: string }
  | { do: 'compose'; releases: ReleaseSet; preview: string | null }
  | { do: 'weigh'; apps: readonly string[]; excuse: string | null }
  | { do: 'store-pages' }
  | { do: 'record'; entry: Entry }
  | { do: 'record-removal'; preview: string }
  | { do: 'record-pruning'; keys: readonly string[] }
  | { do: 'follow'; what: string }
  | { do: 'remove'; summary: string };

export interface Plan {
  readonly steps: readonly Step[];
  /** One sentence for the end. */
  readonly outcome: string;
}

/** A built release as planning sees it. */
export interface BuiltFacts {
  readonly version: string;
  /** Keys the store does not have yet, and how many it has. */
  readonly missing: readonly string[];
  readonly kept: number;
}

/** What a plan depends on beside the ledger. */
export interface Facts {
  /** The app table, in its order. */
  readonly apps: readonly string[];
  readonly built: Readonly<Record<string, BuiltFacts>>;
  /** Releases that stand in the store, as '<app>/<version>': of one app for a rollback, all for a prune. */
  readonly stored: ReadonlySet<string>;
  /** Only for prune. */
  readonly prune: PruneFacts | null;
}

/** A command that cannot be carried out on this site; the message says why in one sentence. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
}
