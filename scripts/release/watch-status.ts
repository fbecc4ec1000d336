import { setTimeout as sleep } from 'node:timers/promises';
import { entriesSince } from './history';
import { formatError, formatMoment } from './reports/format';
import type { Terminal } from './reports/progress';
import { type SiteReport, siteReport } from './reports/site-report';
import { formatEntry, formatHistory, formatJudge, formatStatus } from './reports/text';
import type { ReleaseTool } from './tool';

/** Milliseconds between two looks at the store, and until the ages on the screen are told anew. */
const lookEvery = 1000;
const agesEvery = 60_000;

/** Entries of the history that a screen has room for. */
const latest = 8;

/** What came after an earlier report, oldest first: who judges the canary, and each entry of the history. */
function newsSince(before: SiteReport, report: SiteReport): string[] {
  const entries = entriesSince(before.history, report.history).reverse();
  const lines = entries.map((entry) =>
    [formatMoment(entry.at), entry.action, formatEntry(entry), `by ${entry.by}`].join(' · '),
  );
  const judge = report.canary && formatJudge(report);
  return judge === null || judge === (before.canary && formatJudge(before))
    ? lines
    : [...lines, judge];
}

/**
 * Follows what is live, and what becomes of a canary: on one screen, or in lines where nobody watches.
 * @param end ends it
 * @throws Error where the store does not answer from the beginning; later that is said, and tried again
 */
export async function watchStatus(
  { store, now }: ReleaseTool,
  terminal: Terminal,
  end: AbortSignal,
): Promise<void> {
  let shown = await siteReport(store, now());
  let problem = '';
  const draw = () => {
    const history = formatHistory(shown.history.slice(0, latest));
    const parts = [formatStatus(shown, store.name), history, `${problem}Ctrl-C ends this.\n`];
    terminal.write(`\u001B[H\u001B[J${parts.join('\n')}`);
  };
  const say = (line: string) => terminal.interactive || terminal.write(line);
  if (terminal.interactive) draw();
  else terminal.write(formatStatus(shown, store.name));
  const look = async () => {
    const revision = (await store.readLedger())?.revision ?? 0;
    const isOld = now().getTime() - Date.parse(shown.now) > agesEvery;
    if (revision === shown.revision && !isOld && problem === '') return;
    const report = await siteReport(store, now());
    if (problem !== '') say('The store answers again.\n');
    problem = '';
    for (const line of newsSince(shown, report)) say(`${line}\n`);
    shown = report;
    if (terminal.interactive) draw();
  };
  while (!end.aborted) {
    await sleep(lookEvery, undefined, { signal: end }).catch(() => undefined);
    await look().catch((error: unknown) => {
      if (problem !== '') return;
      problem = `${formatError(error)}\n`;
      say(problem);
      if (terminal.interactive) draw();
    });
  }
}
