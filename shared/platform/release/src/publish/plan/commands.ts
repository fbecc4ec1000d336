import type { Overrides } from '../../ledger/ledger';
import type { SettingsChange } from '../../ledger/settings';

export interface CanaryOptions {
  /** Per cent of the visitors, 1 to 99. */
  readonly share: number;
  /** Minutes; undefined: only a person promotes it. */
  readonly promoteAfter?: number | undefined;
}

/** The reason, if any, not to try changed pages in a browser. */
type Untried = Pick<Overrides, 'skipHydration'>;

/** A command that changes the site. With `dryRun` its plan is printed and the store stays as it is. */
export type ChangeCommand =
  | ({
      name: 'publish';
      apps: readonly string[];
      /** Folders of releases that were built elsewhere, in place of `apps`. */
      from?: readonly string[] | undefined;
      /** Set by `npm start`: the checkout that publishes. */
      checkout?: string;
      /** For one app, which a share of the visitors gets. */
      canary?: CanaryOptions | null;
    } & Overrides)
  /** A publish by `npm start` of every release that this store has never seen. */
  | { name: 'start' }
  | { name: 'rollback'; app: string; to: string | null; canary?: CanaryOptions | null }
  /** Another share of the visitors for the running canary. */
  | { name: 'canary'; share: number }
  /** With `deployment`, only for the canary of that id. */
  | { name: 'promote'; deployment?: string }
  | { name: 'abort'; reason: string | null; deployment?: string }
  /** `shown` allows this for an app that a page shows. */
  | ({ name: 'remove'; app: string; shown?: boolean | undefined } & Untried)
  | ({ name: 'compose' } & Untried)
  | ({ name: 'settings'; change: SettingsChange } & Untried)
  | { name: 'preview'; app: string; preview: string }
  | { name: 'preview-remove'; preview: string }
  | { name: 'prune'; keepDays: number };
