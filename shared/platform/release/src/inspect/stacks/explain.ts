import { readLedger } from '../../ledger/ledger';
import type { Store } from '../../store/store';
import { readStack } from './frames';
import { Resolver, formatPosition, type Resolution } from './resolve';

/** Every line of a stack, and for each frame its release and source line, or the reason why these are unknown. */
export async function explain(store: Store, text: string) {
  const { lines, releaseByApp, isCut } = readStack(text);
  const resolver = new Resolver(store, await readLedger(store), releaseByApp);
  const explained: { text: string; frame: Resolution | null }[] = [];
  for (const { text: line, frame } of lines) {
    explained.push({ text: line, frame: frame && (await resolver.resolve(frame)) });
  }
  return { lines: explained, isCut };
}

/** The text of an explained stack. Frames of a library in a row become one line. */
export function formatExplained({ lines, isCut }: Awaited<ReturnType<typeof explain>>): string {
  const out: string[] = [];
  for (const { text, frame } of lines) {
    if (frame === null) out.push(text);
    else if ('reason' in frame) out.push(`  ${text} (${frame.reason})`);
    else if (frame.library !== null) {
      const folded = `  … frames of ${frame.library}`;
      if (out.at(-1) !== folded) out.push(folded);
    } else {
      const { app, version, column, name, code } = frame;
      const at = `${app} ${version} ${formatPosition(frame)}:${column} ${name}`;
      out.push(`  ${at.trimEnd()}`, `      ${code}`);
    }
  }
  if (isCut) out.push('The rest is too long to be read.');
  return `${out.join('\n')}\n`;
}
