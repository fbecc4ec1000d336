import { CompositionRefused } from '../compose/composition';
import { requireFolder } from './require-folder';
import { change, dryRun } from './change';
import { type ChangeCommand, parseCommand, usage, UsageError } from './arguments';
import { describe } from './describe';
import { createReporter, type Terminal } from './reports/progress';
import { siteReport } from './reports/site-report';
import { readLedger } from './recover';
import { formatCount, formatDiskError, formatDuration, messageOf } from './reports/format';
import { formatHistory, formatStatus } from './reports/text';
import type { ReleaseTool } from './tool';
import { verifySite } from './verify';

/**
 * `npm run release -- <words>`.
 * @returns the exit code: 0 done, 1 refused or failed, 2 not understood
 */
export async function runRelease(
  words: readonly string[],
  tool: ReleaseTool,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  try {
    const command = parseCommand(words, tool.apps);
    if (command.kind !== 'help') await requireFolder(tool.store.name);
    switch (command.kind) {
      case 'help':
        terminal.write(usage);
        return 0;
      case 'status':
      case 'history':
        terminal.write(await tell(command.kind, command.json, tool));
        return 0;
      case 'verify':
        return await verify(tool, terminal);
      case 'change':
        await (command.dryRun ? tellPlan : carryOut)(command.change, tool, terminal);
        return 0;
    }
  } catch (error) {
    terminal.writeError(`${tellFailure(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function carryOut(command: ChangeCommand, tool: ReleaseTool, terminal: Terminal) {
  const began = performance.now();
  const outcome = await change(command, tool, createReporter(terminal));
  terminal.write(`${outcome} (${formatDuration(performance.now() - began)})\n`);
}

async function tellPlan(command: ChangeCommand, tool: ReleaseTool, terminal: Terminal) {
  const { steps, outcome } = await dryRun(command, tool, createReporter(terminal));
  steps.forEach((step, index) => {
    const files = step.do === 'upload' ? ` (${formatCount(step.keys.length, 'new file')})` : '';
    terminal.write(`  ${index + 1}. ${describe(step)}${files}\n`);
  });
  terminal.write(`Would end with: ${outcome}\nThis was a dry run; the store is as it was.\n`);
}

async function tell(kind: 'status' | 'history', json: boolean, { store, now }: ReleaseTool) {
  const report = await siteReport(store, now());
  if (json) {
    const { history, ...status } = report;
    return `${JSON.stringify(kind === 'history' ? history : status, null, 2)}\n`;
  }
  return kind === 'history' ? formatHistory(report) : formatStatus(report, store.name);
}

async function verify({ store }: ReleaseTool, terminal: Terminal): Promise<0 | 1> {
  const ledger = await readLedger(store);
  if (ledger.revision === 0) {
    terminal.write(`Nothing was ever published to ${store.name}, so there is nothing to verify.\n`);
    return 0;
  }
  const { checked, damages } = await verifySite(store, ledger);
  for (const { key, reason } of damages) terminal.writeError(`${key} ${reason}\n`);
  if (damages.length === 0) {
    terminal.write(
      `All is well: ${formatCount(checked, 'file')} in use, each as it was published.\n`,
    );
    return 0;
  }
  terminal.writeError(
    `${formatCount(damages.length, 'file')} of ${checked} damaged; delete what is named and publish again.\n`,
  );
  return 1;
}

function tellFailure(error: unknown): string {
  if (error instanceof CompositionRefused) {
    return `Refused, and what is live is as it was.\n${error.message}`;
  }
  return formatDiskError(error) ?? messageOf(error);
}
