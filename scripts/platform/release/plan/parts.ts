import { sharesCookies } from '../../environment';
import type { ChangeCommand } from '../commands';
import { type HistoryChange, type Entry, inOrder, rollbackPath, waitingReleases } from '../history';
import type { Canary, Ledger, Overrides, ReleaseSet } from '../ledger';
import { Refusal } from '../refusal';
import { changeSettings, isJudged, type SettingsChange } from '../settings';
import type { Step } from '../steps/steps';
import type { StoredObject } from '../stores/store';
import type { ReleaseTool } from '../tool';

export type Named<Name> = Extract<ChangeCommand, { name: Name }>;

/** What a command would do: its steps, as data, in the order in which they run. */
export interface Plan {
  readonly steps: readonly Step[];
  /** A sentence or two for the end. */
  readonly outcome: string;
}

/** A built release as planning sees it. */
export interface BuiltFacts {
  readonly version: string;
  /** Whether this is the first publish of the build: then its pages are tried in a browser. */
  readonly isNew: boolean;
  /** The repositories of the release and of the one that it would replace; set only where they differ. */
  readonly sources?: { readonly live: string; readonly next: string } | undefined;
}

/** What is in the store. */
export interface PruneFacts {
  readonly now: Date;
  readonly objects: readonly StoredObject[];
  /** Every release in the store, with its public keys. */
  readonly releases: readonly { app: string; version: string; assets: readonly string[] }[];
  /** Key of each file of pins → the releases in it, as '<app>/<version>'. */
  readonly pins: ReadonlyMap<string, readonly string[]>;
}

/**
 * @param siteUrl of the settings: null on a machine of one's own
 * @throws Refusal for a public site without an origin for previews: what nobody may have read yet would run
 *   with the cookies of what is live
 */
export function previewAddress(
  { localUrl, previewUrl }: Pick<ReleaseTool, 'localUrl' | 'previewUrl'>,
  siteUrl: string | null,
  name: string,
): string {
  const origin = previewUrl ?? (siteUrl === null ? localUrl : null);
  const isApart = origin !== null && (siteUrl === null || !sharesCookies(origin, siteUrl));
  if (isApart) return `${origin}/preview/${name}/`;
  throw new Refusal(
    'Previews of a public site need an origin of their own, which shares no cookies with it; name it in PREVIEW_URL, such as https://previews.example.com, here and where the site is served.',
  );
}

/** What a plan depends on beside the ledger. */
export interface Facts extends Pick<ReleaseTool, 'apps' | 'checkout' | 'localUrl' | 'previewUrl'> {
  readonly built: Readonly<Record<string, BuiltFacts>>;
  /** Whether every file of what is built and of the live pages is in the store: only for a publish of what is live. */
  readonly isWhole: boolean;
  /** Releases in the store, as '<app>/<version>': of one app, only for a rollback. */
  readonly stored: ReadonlySet<string>;
  /** Names of what the live host asks for: only for settings. */
  readonly data: readonly string[];
  /** Only for prune. */
  readonly prune: PruneFacts | null;
}

/**
 * The live releases with some replaced, in an order of their own. Which apps there are, the store
 * says: a checkout that lacks one must not drop it. Before there is a host, others wait for it.
 * @throws Refusal where there would be no host
 */
export function releaseSet(ledger: Ledger, replaced: ReleaseSet): ReleaseSet {
  const releases = { ...(ledger.live?.releases ?? waitingReleases(ledger)), ...replaced };
  if (releases['host'] !== undefined) return inOrder(releases);
  throw new Refusal(
    'There is no host yet; publish it first, where its sources are: npm run release -- publish host',
  );
}

export function builtVersion(app: string, { built }: Facts): BuiltFacts {
  const facts = built[app];
  if (!facts) throw new Error(`No build of ${app} was given to the plan.`);
  return facts;
}

/** @throws Refusal where a release would take the place of one that is at home elsewhere */
export function refuseOfAnother(app: string, facts: Facts): void {
  const { sources } = builtVersion(app, facts);
  if (!sources) return;
  throw new Refusal(
    `The ${app} of this site comes from ${sources.live}, and this one from ${sources.next}: give it another name, or take its place, on record: --replace "<reason>".`,
  );
}

/** @returns the checks before a release is composed, and its upload after everything that may refuse it */
export function uploadSteps(apps: readonly string[], facts: Facts) {
  const releases = apps.map((app) => ({ app, version: builtVersion(app, facts).version }));
  return {
    checks: releases.map((release): Step => ({ do: 'check-release', ...release })),
    uploads: releases.map((release): Step => ({ do: 'upload', ...release })),
  };
}

export function shareTitle(share: number): string {
  return `Show it to ${share} % of the visitors`;
}

/** What changes the ledger, and no pages but those that it takes away or shows to others. */
export function recordAlone(entry: Entry, title: string, outcome: string): Plan {
  return {
    steps: [
      { do: 'record', entry },
      { do: 'activate', title },
    ],
    outcome,
  };
}

interface GoingLive {
  readonly releases: ReleaseSet;
  readonly entry: Entry;
  readonly settings?: SettingsChange;
  /** Set for what may be refused: a rollback, or a page with new data, always goes through. */
  readonly publish?: Overrides & {
    readonly steps: ReturnType<typeof uploadSteps>;
    readonly apps: readonly string[];
    /** Apps whose pages are tried in a browser. */
    readonly hydrate: readonly string[];
  };
}

function rollbacksFrom(releases: ReleaseSet, history: readonly HistoryChange[]) {
  return Object.keys(releases).flatMap((app) => {
    const to = rollbackPath(history, app).at(-2);
    return to === undefined ? [] : [{ app, to }];
  });
}

/**
 * The steps that put a set of releases live, or make it the canary: nothing is visible before `activate`, and
 * nothing of a release can be reached before it has passed every check.
 * @throws Refusal when a canary that is running is in the way
 */
export function goLive(ledger: Ledger, { releases, entry, settings, publish }: GoingLive): Step[] {
  const {
    siteUrl,
    data: addresses,
    signals,
  } = settings ? changeSettings(ledger.settings, settings) : ledger.settings;
  const isCanary = entry.action === 'canary';
  if (entry.promoteAfter !== undefined && !isJudged(ledger.settings)) {
    throw new Refusal(
      'Nobody judges canaries here, so --promote-after would wait for ever; run: npm run release -- settings --signals /_signals',
    );
  }
  refuseBesideCanary(ledger, releases, isCanary ? entry : null);
  const history = [...ledger.history, isCanary ? { ...entry, action: 'promote' as const } : entry];
  const rollbacks = rollbacksFrom(releases, history);
  const { apps = [], hydrate = [], overBudget, noWayBack: override } = publish ?? {};
  const { checks = [], uploads = [] } = publish?.steps ?? {};
  const refuses = publish !== undefined;
  const steps: (Step | false)[] = [
    ...checks,
    { do: 'compose', releases, preview: null, siteUrl, signals, addresses },
    refuses && { do: 'check-budget', apps, override: overBudget },
    settings !== undefined && settings.limits.length > 0 && { do: 'note-budget', settings },
    hydrate.length > 0 && { do: 'check-hydration', apps: hydrate },
    rollbacks.length > 0 && { do: 'check-way-back', rollbacks, refuses, override },
    ...uploads,
    { do: 'store-pages' },
    ledger.canary !== null && !isCanary && renewal(ledger.canary, releases, history),
    { do: 'record', entry, ...(settings ? { settings } : {}) },
    { do: 'activate', title: isCanary ? shareTitle(entry.share ?? 0) : 'Go live' },
  ];
  return steps.filter((step) => step !== false);
}

/** The running canary beside another live site: that one with the canary's release. */
function renewal(
  { app, version }: Canary,
  live: ReleaseSet,
  history: readonly HistoryChange[],
): Step {
  const releases = inOrder({ ...live, [app]: version });
  const changes = [{ app, from: live[app] ?? null, to: version }];
  const rollbacks = rollbacksFrom(releases, [...history, { action: 'promote', changes }]);
  return { do: 'renew-canary', releases, rollbacks };
}

/** Only one canary runs, and only its end decides which release of its app is live. */
function refuseBesideCanary({ live, canary }: Ledger, releases: ReleaseSet, next: Entry | null) {
  if (!canary) return;
  const { app, version } = canary;
  const isMeant = next ? next.changes[0]?.app === app : releases[app] === live?.releases[app];
  if (isMeant) return;
  throw new Refusal(`A canary of ${app} ${version} is running; "promote" or "abort" it first.`);
}
