import { formatChanges } from '../../ledger/release-set';
import type { HistoryEntry, Override } from '../../ledger/ledger';
import { isJudged } from '../../ledger/site-settings';
import {
  formatAgo,
  formatBytes,
  formatEmptySlots,
  formatTime,
  formatTable,
  type Table,
} from '@composed/command/format';
import type { AppReport, SiteReport } from './site-report';

type Status = Omit<SiteReport, 'history'>;

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

const sizeColumns: ReadonlySet<string> = new Set(['Script', 'Style', 'Other', 'Total']);

/** Formats the commit that a release was built from, and whether files had been edited. */
export function formatCommit(commit: string | null): string {
  return (commit ?? '').replace(/^(.{8})[^-]*/, '$1').replace('-dirty', ' with edits');
}

/** Returns the table of the live releases, with the bytes that a visitor downloads. */
export function createAppTable({ apps, now }: Status): Table {
  const rows = apps.map(({ app, version, commit, since, by, sizes }) => [
    app,
    version,
    formatCommit(commit),
    formatAgo(since, new Date(now)),
    by,
    formatBytes(sizes.script),
    formatBytes(sizes.style),
    formatBytes(sizes.other),
    formatBytes(sizes.total),
  ]);
  return { heads: ['App', 'Release', 'Built from', 'Live since', 'By', ...sizeColumns], rows };
}

export function createPreviewTable({ previews, now }: Status): Table {
  const rows = previews.map(({ name, app, version, since, by }) => [
    `/preview/${name}/`,
    app,
    version,
    formatAgo(since, new Date(now)),
    by,
  ]);
  return { heads: ['Preview', 'App', 'Release', 'Made', 'By'], rows };
}

/** Checks that a person may skip with a reason, each with its words in a report. */
const overrideLabels: readonly (readonly [Override, string])[] = [
  ['overBudget', 'over budget'],
  ['noRollback', 'without a rollback'],
  ['skipTypes', 'with types unchecked'],
  ['skipSmokeTest', 'without a smoke test'],
  ['replace', 'in the place of another app'],
];

/** Returns a sentence about each check that was skipped for a live release. */
function formatOverrides(report: AppReport): string[] {
  return overrideLabels.flatMap(([kind, label]) => {
    const reason = report[kind];
    return reason === null ? [] : [`Accepted ${label}: ${report.app} (${reason}).`];
  });
}

function formatOwnPackages({ app, brings }: AppReport): string[] {
  const packages = Object.entries(brings).map(([name, version]) => `${name} ${version}`);
  return packages.length === 0 ? [] : [`Brings its own: ${app} has ${packages.join(', ')}.`];
}

function formatOutside({ app, outside, trustsText }: AppReport): string[] {
  const trustsTextLine =
    'Trusted Types are off: browsers let scripts turn any text into markup or scripts.';
  const lines = outside.map(({ kind, source, since }) => {
    const risk =
      kind === 'script' && !source.startsWith('sha') ? ', which may change at any time' : '';
    return `Other origins: ${app} uses ${source} (${kind})${risk}, since its release ${since}.`;
  });
  return trustsText ? [...lines, trustsTextLine] : lines;
}

function formatRollbacks({ rollbackChecks: checks, apps }: Status): string[] {
  return checks.map(({ app, to, problem, empties = [] }) => {
    const live = apps.find((candidate) => candidate.app === app)?.version ?? '';
    const cost = empties.length === 0 ? '' : `, which leaves ${empties.join(', ')} empty`;
    return problem === null
      ? `Rollback: ${app} ${live} → ${to}${cost}.`
      : `No rollback: ${app} ${live} → ${to}: ${problem}`;
  });
}

function formatCanary({ canary, aborted, now, settings }: Status): string[] {
  const ago = (time: string) => formatAgo(time, new Date(now));
  if (!canary && aborted) {
    const why = aborted.reason === undefined ? '' : ` (${aborted.reason})`;
    return [
      `Last canary: ${formatChanges(aborted.changes)} was aborted ${ago(aborted.at)} by ${aborted.by}${why}`,
    ];
  }
  if (!canary) return [];
  const { app, version, share, since, by, promoteAfter, judgedBy } = canary;
  const why = isJudged(settings)
    ? 'no server that collects telemetry has written to the store since it began'
    : 'telemetry is off, or goes elsewhere';
  const after = promoteAfter === null ? '' : ` · promoted after ${promoteAfter} min without harm`;
  return [
    `Canary: ${app} ${version} for ${share} % of the visitors · ${ago(since)} by ${by}${after}`,
    judgedBy !== null && isJudged(settings)
      ? `Judged by ${judgedBy}.`
      : `Nobody judges it: ${why}.`,
  ];
}

/** Describes the live deployment in sentences. */
export function formatLive(report: Status): string[] {
  const { live, now, revision, interrupted } = report;
  if (!live) return [];
  const data = Object.entries(live.data).map(([name, readOn]) => `${name} of ${readOn} · `);
  const since = formatAgo(live.since, new Date(now));
  const cutOff = 'A command was interrupted; the next one that changes the site finishes it.';
  return [
    `deployment ${live.deployment} · ${since} by ${live.by} · ${data.join('')}revision ${revision}`,
    ...report.apps.flatMap((app) => [
      ...formatOwnPackages(app),
      ...formatOutside(app),
      ...formatOverrides(app),
    ]),
    ...formatEmptySlots(report.empty).map((sentence) => `Empty: ${sentence}.`),
    ...formatRollbacks(report),
    ...report.removed.map(
      ({ app, version, at, by }) =>
        `Removed: ${app} ${version} ${formatAgo(at, new Date(now))} by ${by}; to bring it back as it was: npm run release -- rollback ${app}`,
    ),
    ...formatCanary(report),
    ...(interrupted ? [cutOff] : []),
  ];
}

/**
 * Formats the live deployment for a terminal.
 * @param at the start of a past deployment, in ISO 8601
 */
export function formatStatus(report: Status, name: string, at?: string): string {
  if (!report.live) {
    const waiting = Object.keys(report.waiting).map((app) => ` ${app} waits for a host.`);
    return `Nothing is live in ${name} yet: run "publish --all" in the host’s repository, or name another store in SITE_DIR or SITE_STORE.${waiting.join('')}\n`;
  }
  const previews = createPreviewTable(report);
  const parts = [
    formatTable(createAppTable(report), sizeColumns),
    'Sizes are what a visitor downloads, compressed.\n',
    ...(previews.rows.length > 0 ? [`${formatTable(previews)}\n`] : []),
    ...formatLive(report),
  ];
  const { siteUrl } = report.settings;
  const address = siteUrl === null ? 'without a public address' : `as ${siteUrl}`;
  const when = at === undefined ? '' : ` since ${formatTime(at)}`;
  return `Live${when} in ${name}, ${address}\n${indent(parts.join('\n'))}\n`;
}

/** Describes an entry of the history in a few words. */
export function formatEntry(entry: HistoryEntry): string {
  const { changes, preview = '', removed, settings = '', share = 0, reason } = entry;
  const changedReleases = formatChanges(changes);
  const descriptions: Partial<Record<HistoryEntry['action'], string>> = {
    canary: `${changedReleases} for ${share} % of the visitors`,
    compose: 'pages composed again',
    settings,
    preview: `${changedReleases} at /preview/${preview}/`,
    'preview-removed': `/preview/${preview}/`,
    remove: `${removed?.app ?? ''} ${removed?.version ?? ''}`,
    prune: 'old releases removed',
    restore: 'the ledger was damaged',
  };
  const reasons = overrideLabels.flatMap(([kind, label]) =>
    entry[kind] ? `${label}: ${entry[kind]}` : [],
  );
  const notes = [...reasons, ...(reason === undefined ? [] : [reason])].map((why) => ` (${why})`);
  return `${descriptions[entry.action] ?? changedReleases}${notes.join('')}`;
}

/** Returns the table of the history, in the order of the entries. */
export function createHistoryTable(history: readonly HistoryEntry[]): Table {
  const rows = history.map((entry) => [
    formatTime(entry.at),
    String(entry.revision ?? ''),
    entry.action,
    formatEntry(entry),
    entry.by,
  ]);
  return { heads: ['When (UTC)', 'Revision', 'Action', 'What', 'By'], rows };
}

export function formatHistory(history: readonly HistoryEntry[]): string {
  if (history.length === 0) return 'The history has no such entry.\n';
  return `${formatTable(createHistoryTable(history))}\n`;
}
