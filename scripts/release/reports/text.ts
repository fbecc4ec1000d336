import type { HistoryEntry } from '../ledger';
import type { SiteReport } from './site-report';
import { formatAgo, formatBytes, formatMoment } from './format';

/** Columns aligned by their widest cell; those named in `right` are aligned to the right. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<string> = new Set(),
): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.has(head[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

const sizeColumns = new Set(['Script', 'Style', 'Other', 'Total']);

function appTable({ apps, now }: SiteReport): string {
  const rows = apps.map(({ app, version, since, by, sizes }) => [
    app,
    version,
    formatAgo(since, new Date(now)),
    by,
    ...[sizes.script, sizes.style, sizes.other, sizes.total].map(formatBytes),
  ]);
  return formatTable(['App', 'Release', 'Live since', 'By', ...sizeColumns], rows, sizeColumns);
}

/** One line per reason for which live releases were let through over budget. */
function excuses({ apps }: SiteReport): string[] {
  const reasons = new Set(apps.flatMap(({ overBudget }) => overBudget ?? []));
  return [...reasons].map((reason) => {
    const excused = apps.filter(({ overBudget }) => overBudget === reason);
    return `  Let through over budget: ${excused.map(({ app }) => app).join(', ')} (${reason}).`;
  });
}

/** What is live, for a terminal. */
export function formatStatus(report: SiteReport, name: string): string {
  const { live, previews, now } = report;
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
    `Live in ${name}`,
    `  composition ${live.composition} · ${formatAgo(live.since, at)} by ${live.by} · prices ${prices} · revision ${report.revision}`,
    '',
    indent(appTable(report)),
    '  Sizes are what a visitor downloads, compressed.',
    ...excuses(report),
    ...(previews.length > 0 ? ['', indent(previewTable)] : []),
    ...(report.unsettled
      ? ['', 'A command was cut off; the next one that changes the site puts it right.']
      : []),
    '',
  ].join('\n');
}

/** What an entry of the history did, in a few words. */
export function formatEntry({ action, changes, preview, overBudget }: HistoryEntry): string {
  const told = changes
    .map(({ app, from, to }) => `${app} ${from === null ? '' : `${from} → `}${to}`)
    .join(', ');
  const reason = overBudget === undefined ? '' : ` (over budget: ${overBudget})`;
  switch (action) {
    case 'compose':
      return `pages composed again${reason}`;
    case 'preview':
      return `${told} at /preview/${preview ?? ''}/`;
    case 'preview-removed':
      return `/preview/${preview ?? ''}/`;
    case 'prune':
      return 'old releases removed';
    default:
      return `${told}${reason}`;
  }
}

/** What happened, newest first, for a terminal. */
export function formatHistory({ history }: SiteReport): string {
  if (history.length === 0) return 'Nothing has happened yet.\n';
  const rows = history.map((entry) => [
    formatMoment(entry.at),
    entry.action,
    formatEntry(entry),
    entry.by,
  ]);
  return `${formatTable(['When (UTC)', 'Action', 'What', 'By'], rows)}\n`;
}
