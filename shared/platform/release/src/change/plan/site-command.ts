import type { Overrides } from '../../ledger/ledger';
import type { SettingsChange } from '../../ledger/site-settings';

export interface CanaryOptions {
  /** Percentage of the visitors, 1 to 99. */
  readonly share: number;
  /** Minutes without harm after which it is promoted automatically; by default never. */
  readonly promoteAfter?: number | undefined;
}

type SmokeTestReason = Pick<Overrides, 'skipSmokeTest'>;

/** A command that changes the site. With `dryRun` its plan is printed and the store stays as it is. */
export type SiteCommand =
  | {
      name: 'publish';
      apps: readonly string[];
      /** Folders of releases that were built elsewhere, in place of `apps`. */
      from?: readonly string[] | undefined;
      /** The checkout that publishes; only `npm start` sets it. */
      checkout?: string;
      /** Shows the release of a single app to a share of the visitors. */
      canary?: CanaryOptions | null;
      /** Reasons to skip or override checks. */
      reasons?: Overrides;
    }
  /** Publishes every release that this store has never shown. For `npm start`. */
  | { name: 'start' }
  | { name: 'rollback'; app: string; to: string | null; canary?: CanaryOptions | null }
  /** Shows the running canary to another share of the visitors. */
  | { name: 'canary'; share: number }
  /** With `deployment`, acts only if the canary is that deployment. */
  | { name: 'promote'; deployment?: string }
  | { name: 'abort'; reason: string | null; deployment?: string }
  /** With `shown`, also removes an app that a page shows. */
  | { name: 'remove'; app: string; shown?: boolean | undefined; reasons?: SmokeTestReason }
  | { name: 'compose'; reasons?: SmokeTestReason }
  | { name: 'settings'; settingsChange: SettingsChange; reasons?: SmokeTestReason }
  | { name: 'preview'; app: string; preview: string }
  | { name: 'preview-remove'; preview: string }
  | { name: 'prune'; keepDays: number };
