import { parse } from 'parse5';
import { attribute, elementsIn, directText } from '@composed/compose/html/elements';
import { isText } from '../../store/compress';
import { formatBytes, formatCount } from '@composed/command/format';
import { formatHistory } from '../reports/format-report';
import type { ReleaseTool } from '../../tool/tool';
import { readLedger } from '../../ledger/ledger';
import { findStart, readOrCompose, readLedgerAt, pastDeployments } from './past-deployments';

/** Sources that a policy allows, a line each, but for the hashes of files, which change with the releases. */
const allowedBy = (policy: string) =>
  policy.split(/;\s*/).flatMap((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return sources.filter((source) => !/^'sha\d+-/.test(source)).map((each) => `${name} ${each}`);
  });

/** The lines that people read in a page, and those of its head, such as each source of its policy. */
function linesOf(bytes: Buffer): string[] {
  const lines = elementsIn(parse(bytes.toString())).flatMap((element) => {
    if (['script', 'style'].includes(element.tagName)) return [];
    const content = attribute(element, 'content');
    const isPolicy = attribute(element, 'http-equiv') === 'Content-Security-Policy';
    return isPolicy ? allowedBy(content ?? '') : (content ?? directText(element).trim());
  });
  return lines.filter(Boolean);
}

/**
 * The difference between two revisions, and the history between them, newest first.
 * @param from as `findPastDeployment` takes it, or a time before the history begins; so is `to`
 * @returns also a sentence for each time that was moved to the beginning of the history
 */
export async function compareRevisions(tool: ReleaseTool, from: string, to: string) {
  const deployments = pastDeployments(await readLedger(tool.store));
  const starts = [from, to].map((typed) => findStart(deployments, typed, tool.now()));
  const ledgers = await Promise.all(starts.map(({ start }) => readLedgerAt(tool, start)));
  const [first, last] = ledgers.sort((a, b) => a.revision - b.revision);
  if (!first || !last) throw new Error('Two revisions are compared.');
  const before = await readOrCompose(tool, first.live);
  const after = await readOrCompose(tool, last.live);
  const pages = [...new Set([...before.pages.keys(), ...after.pages.keys()])].sort();
  const changedPages = pages.flatMap((page) => {
    const old = before.pages.get(page) ?? Buffer.of();
    const now = after.pages.get(page) ?? Buffer.of();
    if (old.equals(now)) return [];
    const oldLines = isText(page) ? linesOf(old) : [];
    const newLines = isText(page) ? linesOf(now) : [];
    return {
      page,
      bytes: [old.byteLength, now.byteLength] as const,
      gone: oldLines.filter((line) => !newLines.includes(line)),
      added: newLines.filter((line) => !oldLines.includes(line)),
    };
  });
  const notes = starts.flatMap(({ note }) => note || []);
  return {
    notes,
    history: last.history.slice(first.history.length).reverse(),
    pages: changedPages,
  };
}

export function formatDifference({
  notes,
  history,
  pages,
}: Awaited<ReturnType<typeof compareRevisions>>) {
  const pagesByChange = new Map<string, typeof pages>();
  for (const page of pages) {
    const lines = [
      ...page.gone.map((line) => `  - ${line}`),
      ...page.added.map((line) => `  + ${line}`),
    ].join('\n');
    pagesByChange.set(lines, [...(pagesByChange.get(lines) ?? []), page]);
  }
  const lines = [...pagesByChange].flatMap(([changes, [first, ...otherPages]]) => {
    if (!first) return [];
    const more =
      otherPages.length > 0 ? `, and ${formatCount(otherPages.length, 'page')} as well` : '';
    return [
      `${first.page} ${first.bytes.map(formatBytes).join(' → ')}${more}`,
      changes || '  other files, and no other text',
      '',
    ];
  });
  const start = notes.map((note) => `${note}\n`).join('');
  if (history.length + lines.length === 0) return `${start}Nothing differs.\n`;
  return `${start}${formatHistory(history)}\n${lines.join('\n')}`;
}
