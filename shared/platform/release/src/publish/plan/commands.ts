import type { Overrides } from '../../ledger/ledger';
import type { SettingsChange } from '../../ledger/settings';

export interface CanaryOptions {
  /** Per cent of the visitors, 1 to 99. */
  readonly share: number;
  /** Minutes; undefined: only a person promotes it. */
  readonly promoteAfter?: number | undefined;
}

/** With a reason, what changes of the pages is tried in no browser. */
type Untried = Pick<Overrides, 'skipHydration'>;

/** A command that changes the site. With `dryRun` its plan is printed and the store stays as it is. */
export type ChangeCommand =
  | ({
      name: 'publish';
      apps: readonly string[];
      /** Folders of releases that others built, in the place of `apps`. */
      from?: readonly string[] | undefined;
      /** Set by `npm start`: the checkout that publishes. */
      checkout?: string;
      /** For a share of the visitors only; then `apps` is one. */
      canary?: CanaryOptions | null;
    } & Overrides)
  /** A publish of all that this store has never seen, by `npm start`. */
  | { name: 'start' }
  | { name: 'rollback'; app: string; to: string | null; canary?: CanaryOptions | null }
  /** Another share of the visitors for the canary that is running. */
  | { name: 'canary'; share: number }
  /** With `deployment`, for this canary and no other. */
  | { name: 'promote'; deployment?: string }
  | { name: 'abort'; reason: string | null; deployment?: string }
  /** With `shown`, also where a page shows it. */
  | ({ name: 'remove'; app: string; shown?: boolean | undefined } & Untried)
  | ({ name: 'compose' } & Untried)
  | ({ name: 'settings'; change: SettingsChange } & Untried)
  | { name: 'preview'; app: string; preview: string }
  | { name: 'preview-remove'; preview: string }
  | { name: 'prune'; keepDays: number };
