import { type Entry, rollbackPath } from '../history';
import type { Change, Ledger, ReleaseSet } from '../ledger';
import { Refusal } from '../refusal';
import { changeSettings, type SettingsChange } from '../settings';
import type { Step } from '../steps/steps';
import type { StoredObject } from '../stores/store';

/** What a command would do: its steps, as data, in the order in which they run. */
export interface Plan {
  readonly steps: readonly Step[];
  /** A sentence or two for the end. */
  readonly outcome: string;
}

/** A built release as planning sees it. */
export interface BuiltFacts {
  readonly version: string;
  /** Keys the store does not have yet, and how many it has. */
  readonly missing: readonly string[];
  readonly kept: number;
}

/** What is in the store. */
export interface PruneFacts {
  readonly now: Date;
  readonly objects: readonly StoredObject[];
  /** Every release in the store, with its public keys. */
  readonly releases: readonly { app: string; version: string; assets: readonly string[] }[];
}

/** What a plan depends on beside the ledger. */
export interface Facts {
  /** The apps that this checkout can build. */
  readonly apps: readonly string[];
  /** Names this checkout. */
  readonly checkout: string;
  /** Where a site without a public address is seen. */
  readonly localUrl: string;
  readonly built: Readonly<Record<string, BuiltFacts>>;
  /** Releases in the store, as '<app>/<version>': of one app for a rollback, all for a prune. */
  readonly stored: ReadonlySet<string>;
  /** Only for prune. */
  readonly prune: PruneFacts | null;
}

/**
 * The live releases with some replaced, in an order of their own. Which apps there are, the store
 * says: a checkout that lacks one must not drop it.
 * @throws Refusal on a new site that lacks the release of an app
 */
export function releaseSet(ledger: Ledger, facts: Facts, replaced: ReleaseSet): ReleaseSet {
  const missing = ledger.live ? [] : facts.apps.filter((app) => replaced[app] === undefined);
  if (missing.length > 0) {
    throw new Refusal(
      `Nothing is live yet and ${missing.join(', ')} would be missing; the first time, publish --all.`,
    );
  }
  const all = Object.entries({ ...ledger.live?.releases, ...replaced });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function builtVersion(app: string, { built }: Facts): BuiltFacts {
  const facts = built[app];
  if (!facts) throw new Error(`No build of ${app} was given to the plan.`);
  return facts;
}

export function uploadSteps(app: string, facts: Facts): Step[] {
  const { version, missing, kept } = builtVersion(app, facts);
  return [
    { do: 'upload', app, version, keys: missing, kept },
    { do: 'check-release', app, version },
  ];
}

interface GoingLive {
  readonly releases: ReleaseSet;
  readonly entry: Entry;
  readonly settings?: SettingsChange;
  /** Set for what may be refused: a rollback, or a page with new prices, always goes through. */
  readonly publish?: {
    readonly apps: readonly string[];
    readonly overBudget?: string | null;
    readonly noWayBack?: string | null;
  };
}

/** The steps that put a set of releases live: nothing is visible before `activate`. */
export function goLive(ledger: Ledger, { releases, entry, settings, publish }: GoingLive): Step[] {
  const { siteUrl, pricesUrl } = settings
    ? changeSettings(ledger.settings, settings)
    : ledger.settings;
  const history = [...ledger.history, entry];
  const rollbacks = Object.keys(releases).flatMap((app) => {
    const to = rollbackPath(history, app).at(-2);
    return to === undefined ? [] : [{ app, to }];
  });
  return [
    { do: 'compose', releases, preview: null, siteUrl, pricesUrl },
    ...(publish
      ? [{ do: 'check-budget', apps: publish.apps, override: publish.overBudget ?? null } as const]
      : []),
    ...(rollbacks.length > 0
      ? [
          {
            do: 'check-way-back',
            rollbacks,
            refuses: publish !== undefined,
            override: publish?.noWayBack ?? null,
          } as const,
        ]
      : []),
    { do: 'store-pages' },
    { do: 'record', entry, ...(settings ? { settings } : {}) },
    { do: 'activate', title: 'Go live' },
  ];
}

export function formatSet(releases: ReleaseSet): string {
  return Object.entries(releases)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');
}

export function formatChanges(changes: readonly Change[]): string {
  return changes
    .map(({ app, from, to }) => `${app} ${to}${from === null ? '' : ` (was ${from})`}`)
    .join(', ');
}
