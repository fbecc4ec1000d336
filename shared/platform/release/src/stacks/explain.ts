import { readLedger } from '../ledger/ledger';
import type { Store } from '../store/store';
import { readStack } from './read-stack';
import { Resolver, formatPosition, type Resolution } from './resolver';

/** Resolves every frame of a stack to its release and source line, or to the reason why these are unknown. */
export async function explainStack(store: Store, text: string) {
  const { lines, releaseByApp, isCut } = readStack(text);
  const resolver = new Resolver(store, await readLedger(store), releaseByApp);
  const explained: { text: string; frame: Resolution | null }[] = [];
  for (const { text: line, frame } of lines) {
    explained.push({ text: line, frame: frame && (await resolver.resolve(frame)) });
  }
  return { lines: explained, isCut };
}

/** Formats an explained stack. Consecutive frames of one library become one line. */
export function formatExplanation({
  lines,
  isCut,
}: Awaited<ReturnType<typeof explainStack>>): string {
  const output: string[] = [];
  for (const { text, frame } of lines) {
    if (frame === null) {
      output.push(text);
    } else if ('reason' in frame) {
      output.push(`  ${text} (${frame.reason})`);
    } else if (frame.library !== null) {
      const libraryLine = `  … frames of ${frame.library}`;
      if (output.at(-1) !== libraryLine) output.push(libraryLine);
    } else {
      const { app, version, column, name, code } = frame;
      const position = `${app} ${version} ${formatPosition(frame)}:${column} ${name}`;
      output.push(`  ${position.trimEnd()}`, `      ${code}`);
    }
  }
  if (isCut) output.push('The rest is too long to be read.');
  return `${output.join('\n')}\n`;
}
