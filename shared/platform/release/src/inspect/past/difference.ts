import { parse } from 'parse5';
import { attribute, elementsIn, textOf } from '@composed/compose/checks/check-page';
import { isText } from '../../store/compress';
import { formatBytes } from '@composed/command/format';
import { formatHistory } from '../reports/text';
import type { ReleaseTool } from '../../tool/tool';
import { pagesOf, readPast } from './moments';

/** What a page says to people, and in its head to others, such as in its policy, line by line. */
function linesOf(bytes: Buffer): string[] {
  const lines = elementsIn(parse(bytes.toString())).flatMap((element) => {
    if (['script', 'style'].includes(element.tagName)) return [];
    return attribute(element, 'content')?.split('; ') ?? textOf(element).trim();
  });
  return lines.filter(Boolean);
}

/**
 * What differs between two moments, and what happened between them, newest first.
 * @param typed as `findMoment` takes it
 */
export async function difference(tool: ReleaseTool, ...typed: readonly [string, string]) {
  const [a, b] = [await readPast(tool, typed[0]), await readPast(tool, typed[1])];
  const [first, last] = a.revision < b.revision ? [a, b] : [b, a];
  const [before, after] = [await pagesOf(tool, first.live), await pagesOf(tool, last.live)];
  const pages = [...new Set([...before.pages.keys(), ...after.pages.keys()])].sort();
  const changed = pages.flatMap((page) => {
    const [old, now] = [before, after].map((made) => made.pages.get(page) ?? Buffer.of());
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

export function formatDifference({ history, pages }: Awaited<ReturnType<typeof difference>>) {
  const lines = pages.flatMap(({ page, bytes, gone, added }) => [
    `${page} ${bytes.map(formatBytes).join(' → ')}`,
    ...gone.map((line) => `  - ${line}`),
    ...added.map((line) => `  + ${line}`),
    '',
  ]);
  if (history.length + lines.length === 0) return 'Nothing differs.\n';
  return `${formatHistory(history)}\n${lines.join('\n')}`;
}
