import { parse } from 'parse5';
import { attribute, elementsIn, textOf } from '@composed/compose/checks/check-page';
import { isText } from '../../store/compress';
import { formatBytes, formatCount } from '@composed/command/format';
import { formatHistory } from '../reports/text';
import type { ReleaseTool } from '../../tool/tool';
import { readOrCompose, readRevision } from './revisions';

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
    return isPolicy ? allowedBy(content ?? '') : (content ?? textOf(element).trim());
  });
  return lines.filter(Boolean);
}

/**
 * The difference between two revisions, and the history between them, newest first.
 * @param typed as `findRevision` takes it
 */
export async function compareRevisions(tool: ReleaseTool, ...typed: readonly [string, string]) {
  const [a, b] = [await readRevision(tool, typed[0]), await readRevision(tool, typed[1])];
  const [first, last] = a.revision < b.revision ? [a, b] : [b, a];
  const [before, after] = [
    await readOrCompose(tool, first.live),
    await readOrCompose(tool, last.live),
  ];
  const pages = [...new Set([...before.pages.keys(), ...after.pages.keys()])].sort();
  const changed = pages.flatMap((page) => {
    const [old, now] = [before, after].map((each) => each.pages.get(page) ?? Buffer.of());
    if (!old || !now || old.equals(now)) return [];
    const [gone, added] = isText(page) ? [linesOf(old), linesOf(now)] : [[], []];
    return {
      page,
      bytes: [old.byteLength, now.byteLength] as const,
      gone: gone.filter((line) => !added.includes(line)),
      added: added.filter((line) => !gone.includes(line)),
    };
  });
  return { history: last.history.slice(first.history.length).reverse(), pages: changed };
}

export function formatDifference({ history, pages }: Awaited<ReturnType<typeof compareRevisions>>) {
  const alike = new Map<string, typeof pages>();
  for (const page of pages) {
    const lines = [
      ...page.gone.map((line) => `  - ${line}`),
      ...page.added.map((line) => `  + ${line}`),
    ].join('\n');
    alike.set(lines, [...(alike.get(lines) ?? []), page]);
  }
  const lines = [...alike].flatMap(([changes, [first, ...others]]) => {
    if (!first) return [];
    const more = others.length > 0 ? `, and ${formatCount(others.length, 'page')} as well` : '';
    return [
      `${first.page} ${first.bytes.map(formatBytes).join(' → ')}${more}`,
      changes || '  other files, and no other text',
      '',
    ];
  });
  if (history.length + lines.length === 0) return 'Nothing differs.\n';
  return `${formatHistory(history)}\n${lines.join('\n')}`;
}
