import type { HistoryEntry, Override } from '../ledger';
import { isJudged, localSiteUrl } from '../settings';
import { formatAgo, formatBytes, formatMoment, formatTable } from './format';
import type { AppReport, SiteReport } from './site-report';

type Status = Omit<SiteReport, 'history'>;

/** A part of a report, for a terminal as for a page. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

const sizeColumns: ReadonlySet<string> = new Set(['Script', 'Style', 'Other', 'Total']);

/** Where a release was built from, in a few words: a commit, and whether files had been edited. */
function formatSource(revision: string | null): string {
  if (revision === null) return '';
  const isEdited = revision.endsWith('-dirty');
  return `${revision.slice(0, 8)}${isEdited ? ' with edits' : ''}`;
}

/** The releases that are live, with what a visitor downloads of each. */
export function appTable({ apps, now }: Status): Table {
  const rows = apps.map(({ app, version, revision, since, by, sizes }) => [
    ...[app, version, formatSource(revision), formatAgo(since, new Date(now)), by],
    ...[sizes.script, sizes.style, sizes.other, sizes.total].map(formatBytes),
  ]);
  return { heads: ['App', 'Release', 'Built from', 'Live since', 'By', ...sizeColumns], rows };
}

export function previewTable({ previews, now }: Status): Table {
  const rows = previews.map(({ name, app, version, since, by }) => [
    ...[`/preview/${name}/`, app, version, formatAgo(since, new Date(now)), by],
  ]);
  return { heads: ['Preview', 'App', 'Release', 'Made', 'By'], rows };
}

/** What was passed by with a reason, in a few words. */
const overridden: readonly (readonly [Override, string])[] = [
  ['overBudget', 'over budget'],
  ['noWayBack', 'without a way back'],
  ['skipTypes', 'with types unchecked'],
  ['skipHydration', 'without a try in a browser'],
  ['replace', 'in the place of another app'],
];

/** One line per reason for which live releases were let through. */
function overrides(apps: readonly AppReport[], [kind, what]: readonly [Override, string]) {
  const reasons = new Set(apps.flatMap((app) => app[kind] ?? []));
  return [...reasons].map((reason) => {
    const named = apps.filter((app) => app[kind] === reason).map(({ app }) => app);
    return `Let through ${what}: ${named.join(', ')} (${reason}).`;
  });
}

function waysBack({ waysBack: ways, apps }: Status): string[] {
  return ways.map(({ app, to, problem }) => {
    const live = apps.find((candidate) => candidate.app === app)?.version ?? '';
    return problem === null
      ? `Way back: ${app} ${live} → ${to}.`
      : `No way back: ${app} ${live} → ${to}: ${problem}`;
  });
}

/** Who judges the canary, or why nobody does. */
export function formatJudge({ canary, settings }: Pick<Status, 'canary' | 'settings'>): string {
  if (!isJudged(settings)) {
    return `Nobody judges it: signals ${settings.signals ? 'go elsewhere' : 'are off'}.`;
  }
  return canary?.judgedBy == null
    ? 'Nobody judges it: no server that collects signals has written to the store since it began.'
    : `Judged by ${canary.judgedBy}.`;
}

function canaryLines(report: Status): string[] {
  const { canary, aborted, now } = report;
  const ago = (moment: string) => formatAgo(moment, new Date(now));
  if (!canary && aborted) {
    const release = aborted.changes.map(({ app, to }) => `${app} ${to}`).join(', ');
    const why = aborted.reason === undefined ? '' : ` (${aborted.reason})`;
    return [`Last canary: ${release} was aborted ${ago(aborted.at)} by ${aborted.by}${why}`];
  }
  if (!canary) return [];
  const { app, version, share, since, by, promoteAfter } = canary;
  const after = promoteAfter === null ? '' : ` · promoted after ${promoteAfter} min without harm`;
  return [
    `Canary: ${app} ${version} for ${share} % of the visitors · ${ago(since)} by ${by}${after}`,
    formatJudge(report),
  ];
}

/** What is live, in sentences. */
export function formatLive(report: Status): string[] {
  const { live, now, revision, interrupted } = report;
  if (!live) return [];
  const prices = live.pricesReadOn === null ? 'none' : `of ${live.pricesReadOn.slice(0, 10)}`;
  const since = formatAgo(live.since, new Date(now));
  const cutOff = 'A command was cut off; the next one that changes the site finishes it.';
  return [
    `composition ${live.composition} · ${since} by ${live.by} · prices ${prices} · revision ${revision}`,
    ...overridden.flatMap((kind) => overrides(report.apps, kind)),
    ...waysBack(report),
    ...canaryLines(report),
    ...(interrupted ? [cutOff] : []),
  ];
}

/** What is live, for a terminal. */
export function formatStatus(report: Status, name: string): string {
  if (!report.live) return `Nothing is live in ${name} yet; "publish --all" begins.\n`;
  const [apps, previews] = [appTable(report), previewTable(report)];
  const parts = [
    formatTable(apps.heads, apps.rows, sizeColumns),
    'Sizes are what a visitor downloads, compressed.\n',
    ...(previews.rows.length > 0 ? [`${formatTable(previews.heads, previews.rows)}\n`] : []),
    ...formatLive(report),
  ];
  const address = report.settings.siteUrl ?? localSiteUrl;
  return `Live in ${name}, as ${address}\n${indent(parts.join('\n'))}\n`;
}

/** What an entry of the history did, in a few words. */
export function formatEntry(entry: HistoryEntry): string {
  const { changes, preview = '', removed, settings = '', share = 0, reason } = entry;
  const changed = changes
    .map(({ app, from, to }) => `${app} ${from === null ? '' : `${from} → `}${to}`)
    .join(', ');
  const what: Partial<Record<HistoryEntry['action'], string>> = {
    canary: `${changed} for ${share} % of the visitors`,
    'canary-share': `${changed} for ${share} % of the visitors`,
    compose: 'pages composed again',
    settings,
    preview: `${changed} at /preview/${preview}/`,
    'preview-removed': `/preview/${preview}/`,
    remove: `${removed?.app ?? ''} ${removed?.version ?? ''}`,
    prune: 'old releases removed',
  };
  const reasons = overridden.flatMap(([kind, by]) => (entry[kind] ? `${by}: ${entry[kind]}` : []));
  const all = [...reasons, ...(reason === undefined ? [] : [reason])].map((why) => ` (${why})`);
  return `${what[entry.action] ?? changed}${all.join('')}`;
}

/** What happened, newest first. */
export function historyTable(history: readonly HistoryEntry[]): Table {
  const rows = history.map((entry) => [
    ...[formatMoment(entry.at), entry.action, formatEntry(entry), entry.by],
  ]);
  return { heads: ['When (UTC)', 'Action', 'What', 'By'], rows };
}

export function formatHistory(history: readonly HistoryEntry[]): string {
  if (history.length === 0) return 'Nothing has happened yet.\n';
  const { heads, rows } = historyTable(history);
  return `${formatTable(heads, rows)}\n`;
}
