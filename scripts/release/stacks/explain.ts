import { formatCount } from '../reports/format';
import { readLedger } from '../ledger';
import type { Store } from '../stores/store';
import { readStack } from './frames';
import { createResolver, formatPlace, type Resolution } from './resolve';

/** Frames that are resolved; a stack has a few dozen. */
const mostFrames = 500;

/**
 * A stack with its sources: each line of it, and of each frame where in which release it is, or why that is not
 * known.
 */
export async function explain(store: Store, text: string) {
  const { lines, named, isCut } = readStack(text);
  const { resolve } = createResolver(store, await readLedger(store), named);
  const explained: { text: string; frame: Resolution | null }[] = [];
  let count = 0;
  for (const { text: line, frame } of lines) {
    count += frame ? 1 : 0;
    if (count > mostFrames) break;
    explained.push({ text: line, frame: frame && (await resolve(frame)) });
  }
  return { lines: explained, isCut: isCut || explained.length < lines.length };
}

/** The same for people: frames of libraries in a row become one line. */
export function formatExplained({ lines, isCut }: Awaited<ReturnType<typeof explain>>): string {
  const out: string[] = [];
  let folded: string[] = [];
  const fold = () => {
    const libraries = [...new Set(folded)].join(', ');
    if (folded.length > 0) out.push(`  … ${formatCount(folded.length, 'frame')} of ${libraries}`);
    folded = [];
  };
  for (const { text, frame } of lines) {
    if (frame && 'source' in frame && frame.library !== null) {
      folded.push(frame.library);
      continue;
    }
    fold();
    if (frame === null) out.push(text);
    else if ('reason' in frame) out.push(`  ${text} (${frame.reason})`);
    else {
      const { app, version, column, name, code } = frame;
      const called = name === '' ? '' : ` ${name}`;
      out.push(`  ${app} ${version} ${formatPlace(frame)}:${column}${called}`, `      ${code}`);
    }
  }
  fold();
  if (isCut) out.push('The rest is too long to be read.');
  return `${out.join('\n')}\n`;
}
