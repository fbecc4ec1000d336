import { parse } from 'parse5';
import { attribute, elementsIn, directText } from '@composed/compose/html/elements';
import { isCompressible } from '../../store/compress';
import { formatBytes, formatCount } from '@composed/command/format';
import { formatHistory } from '../reports/format-report';
import type { ReleaseTool } from '../../tool/release-tool';
import { readLedger } from '../../ledger/ledger';
import { findStart, readOrCompose, readLedgerAt, listPastDeployments } from './past-deployments';

/** Returns a line for each source that a policy allows, without hashes of files, which change with the releases. */
const listPolicyLines = (policy: string) =>
  policy.split(/;\s*/).flatMap((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return sources.filter((source) => !/^'sha\d+-/.test(source)).map((each) => `${name} ${each}`);
  });

/** Returns the lines of a page that people read, and those of its head, such as the sources of its policy. */
function listLines(bytes: Buffer): string[] {
  const lines = elementsIn(parse(bytes.toString())).flatMap((element) => {
    if (['script', 'style'].includes(element.tagName)) return [];
    const content = attribute(element, 'content');
    const isPolicy = attribute(element, 'http-equiv') === 'Content-Security-Policy';
    return isPolicy ? listPolicyLines(content ?? '') : (content ?? directText(element).trim());
  });
  return lines.filter(Boolean);
}

/**
 * Compares two revisions.
 * @param from a revision as `findPastDeployment` takes it, or a time before the history begins
 * @param to likewise
 * @returns the changed pages, the history between the revisions (newest first), and a note for each time that was moved
 *   to the beginning of the history
 */
export async function compareRevisions(tool: ReleaseTool, from: string, to: string) {
  const deployments = listPastDeployments(await readLedger(tool.store));
  const starts = [from, to].map((text) => findStart(deployments, text, tool.now()));
  const ledgers = await Promise.all(starts.map(({ start }) => readLedgerAt(tool, start)));
  const [first, last] = ledgers.sort((a, b) => a.revision - b.revision);
  if (!first || !last) throw new Error('A comparison needs two revisions.');
  const before = await readOrCompose(tool, first.live);
  const after = await readOrCompose(tool, last.live);
  const pages = [...new Set([...before.pages.keys(), ...after.pages.keys()])].sort();
  const changedPages = pages.flatMap((page) => {
    const oldPage = before.pages.get(page) ?? Buffer.of();
    const newPage = after.pages.get(page) ?? Buffer.of();
    if (oldPage.equals(newPage)) return [];
    const oldLines = isCompressible(page) ? listLines(oldPage) : [];
    const newLines = isCompressible(page) ? listLines(newPage) : [];
    return {
      page,
      bytes: [oldPage.byteLength, newPage.byteLength] as const,
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
      changes || '  other files, but the same text',
      '',
    ];
  });
  const start = notes.map((note) => `${note}\n`).join('');
  if (history.length + lines.length === 0) return `${start}Nothing differs.\n`;
  return `${start}${formatHistory(history)}\n${lines.join('\n')}`;
}
