import type { SettingsChange } from './settings';

export interface CanaryOptions {
  /** Per cent of the visitors, 1 to 99. */
  readonly share: number;
  /** Minutes; null: only a person promotes it. */
  readonly promoteAfter: number | null;
}

/** A command that changes the site. With `dryRun` its plan is printed and the store stays as it is. */
export type ChangeCommand =
  | {
      name: 'publish';
      apps: readonly string[];
      /** Reasons, where a release over budget or without a way back may go live. */
      overBudget?: string | null;
      noWayBack?: string | null;
      /** Reasons, where types and required props are not checked, or no page is tried in a browser. */
      skipTypes?: string | null;
      skipHydration?: string | null;
      /** Set by `npm start`: the checkout that publishes. */
      checkout?: string;
      /** For a share of the visitors only; then `apps` is one. */
      canary?: CanaryOptions | null;
    }
  /** What `npm start` does: publishes what this store has never seen. */
  | { name: 'start' }
  | { name: 'rollback'; app: string; to: string | null; canary?: CanaryOptions | null }
  /** Another share of the visitors for the canary that is running. */
  | { name: 'canary'; share: number }
  /** With `composition`, for this canary and no other. */
  | { name: 'promote'; composition?: string }
  | { name: 'abort'; reason: string | null; composition?: string }
  | { name: 'remove'; app: string }
  | { name: 'compose' }
  | { name: 'settings'; change: SettingsChange; summary: string }
  | { name: 'preview'; app: string; preview: string }
  | { name: 'preview-remove'; preview: string }
  | { name: 'prune'; keepDays: number };

export type Command =
  | { kind: 'change'; change: ChangeCommand; dryRun: boolean; json: boolean }
  | { kind: 'status' | 'history' | 'settings'; json: boolean }
  /** With `store`, whether the store keeps two publishers apart as well. */
  | { kind: 'verify'; store: boolean; json: boolean }
  | { kind: 'help'; text: string };
