import type { HistoryEntry, Override } from '../ledger';
import { isJudged, localSiteUrl } from '../settings';
import { formatAgo, formatBytes, formatMoment, formatTable } from './format';
import type { AppReport, SiteReport } from './site-report';

type Status = Omit<SiteReport, 'history'>;

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

export const sizeColumns: ReadonlySet<string> = new Set(['Script', 'Style', 'Other', 'Total']);

/** What a visitor downloads of a release, under those heads. */
export const sizeCells = ({ sizes }: AppReport) =>
  [sizes.script, sizes.style, sizes.other, sizes.total].map(formatBytes);

/** Where a release was built from, in a few words: a commit, and whether files had been edited. */
export function formatSource(revision: string | null): string {
  if (revision === null) return '';
  const isEdited = revision.endsWith('-dirty');
  return `${revision.slice(0, 8)}${isEdited ? ' with edits' : ''}`;
}

function appTable({ apps, now }: Status): string {
  const rows = apps.map((report) => [
    report.app,
    report.version,
    formatSource(report.revision),
    formatAgo(report.since, new Date(now)),
    report.by,
    ...sizeCells(report),
  ]);
  const head = ['App', 'Release', 'Built from', 'Live since', 'By', ...sizeColumns];
  return formatTable(head, rows, sizeColumns);
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
    return `  Let through ${what}: ${named.join(', ')} (${reason}).`;
  });
}

function waysBack({ waysBack: ways, apps }: Status): string[] {
  return ways.map(({ app, to, problem }) => {
    const live = apps.find((candidate) => candidate.app === app)?.version ?? '';
    return problem === null
      ? `  Way back: ${app} ${live} → ${to}.`
      : `  No way back: ${app} ${live} → ${to}: ${problem}`;
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

function canaryLine(report: Status): string[] {
  const { canary, aborted, now } = report;
  if (!canary && aborted) {
    const release = aborted.changes.map(({ app, to }) => `${app} ${to}`).join(', ');
    const why = aborted.reason === undefined ? '' : ` (${aborted.reason})`;
    const ended = `was aborted ${formatAgo(aborted.at, new Date(now))} by ${aborted.by}${why}`;
    return ['', `  Last canary: ${release} ${ended}`];
  }
  if (!canary) return [];
  const { app, version, share, since, by, promoteAfter } = canary;
  const after = promoteAfter === null ? '' : ` · promoted after ${promoteAfter} min without harm`;
  return [
    '',
    `  Canary: ${app} ${version} for ${share} % of the visitors · ${formatAgo(since, new Date(now))} by ${by}${after}`,
    `    ${formatJudge(report)}`,
  ];
}

/** What is live, for a terminal. */
export function formatStatus(report: Status, name: string): string {
  const { live, previews, now, settings } = report;
  const at = new Date(now);
  if (!live) return `Nothing is live in ${name} yet; "publish --all" begins.\n`;
  const prices = live.pricesReadOn === null ? 'none' : `of ${live.pricesReadOn.slice(0, 10)}`;
  const previewTable = formatTable(
    ['Preview', 'App', 'Release', 'Made', 'By'],
    previews.map((preview) => [
      `/preview/${preview.name}/`,
      preview.app,
      preview.version,
      formatAgo(preview.since, at),
      preview.by,
    ]),
  );
  return [
    `Live in ${name}, as ${settings.siteUrl ?? localSiteUrl}`,
    `  composition ${live.composition} · ${formatAgo(live.since, at)} by ${live.by} · prices ${prices} · revision ${report.revision}`,
    '',
    indent(appTable(report)),
    '  Sizes are what a visitor downloads, compressed.',
    ...overridden.flatMap((kind) => overrides(report.apps, kind)),
    ...waysBack(report),
    ...canaryLine(report),
    ...(previews.length > 0 ? ['', indent(previewTable)] : []),
    ...(report.interrupted
      ? ['', 'A command was cut off; the next one that changes the site finishes it.']
      : []),
    '',
  ].join('\n');
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

/** What happened, newest first, for a terminal. */
export function formatHistory(history: readonly HistoryEntry[]): string {
  if (history.length === 0) return 'Nothing has happened yet.\n';
  const rows = history.map((entry) => [
    formatMoment(entry.at),
    entry.action,
    formatEntry(entry),
    entry.by,
  ]);
  return `${formatTable(['When (UTC)', 'Action', 'What', 'By'], rows)}\n`;
}
