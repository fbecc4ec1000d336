import { CommanderError } from '@commander-js/extra-typings';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CompositionRefused } from '../compose/composition';
import { UsageError } from '../environment';
import { createProgram } from './arguments';
import { change, dryRun } from './change';
import { previewAddress } from './plan/parts';
import type { ChangeCommand, ReleaseCommand } from './commands';
import { readLedger } from './ledger';
import { formatCount, formatError, formatDuration } from './reports/format';
import { createProgress, type Terminal } from './reports/progress';
import { canaryFacts, siteReport } from './reports/site-report';
import { formatHistory, formatStatus } from './reports/text';
import { formatSettings } from './settings';
import { explain, formatExplained } from './stacks/explain';
import { writeMaps } from './stacks/write-maps';
import { kindOf } from './steps/steps';
import type { ReleaseTool } from './tool';
import { verifySite } from './verify';
import { watchStatus } from './watch-status';

/**
 * `npm run release -- <arguments>`.
 * @returns the exit code: 0 done, 1 refused or failed, 2 not understood
 */
export async function runRelease(args: readonly string[], tool: ReleaseTool, terminal: Terminal) {
  let code = 0;
  const act = async (command: ReleaseCommand) => {
    await tool.store.checkPlace('read');
    code = await run(command, tool, terminal);
  };
  try {
    const { program } = createProgram(tool.apps, act, (text) => terminal.write(text));
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Help was asked for, and written.
    if (error instanceof CommanderError) return 0;
    const start =
      error instanceof CompositionRefused ? 'Refused, and what is live is as it was.\n' : '';
    terminal.writeError(`${start}${formatError(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(command: ReleaseCommand, tool: ReleaseTool, terminal: Terminal) {
  const answer = (value: unknown, text: string) => {
    terminal.write(command.json ? `${JSON.stringify(value, null, 2)}\n` : text);
    return 0;
  };
  switch (command.kind) {
    case 'status': {
      if (command.watch) {
        const end = new AbortController();
        process.once('SIGINT', () => end.abort());
        await watchStatus(tool, terminal, end.signal);
        return 0;
      }
      const { history: _history, ...status } = await siteReport(tool.store, tool.now());
      return answer(status, formatStatus(status, tool.store.name));
    }
    case 'history': {
      const history = (await readLedger(tool.store)).history.reverse();
      return answer(history, formatHistory(history));
    }
    case 'settings': {
      const { settings } = await readLedger(tool.store);
      return answer(settings, formatSettings(settings));
    }
    case 'faults': {
      // With the database, which nothing else here needs.
      const { formatFaults, listFaults } = await import('./faults');
      const faults = await listFaults(tool.store, await tool.readVisits());
      return answer(faults, formatFaults(faults, tool.now()));
    }
    case 'explain': {
      const given = command.file === undefined ? process.stdin : createReadStream(command.file);
      const explained = await explain(tool.store, await text(given));
      return answer(explained, formatExplained(explained));
    }
    case 'maps': {
      const { app, out } = command;
      const written = await writeMaps(tool.store, app, out);
      const count = formatCount(written.length, 'source map');
      return answer(written, `${count} of ${app} written to ${out}.\n`);
    }
    case 'verify':
      if (command.store) await tool.store.checkPlace('conditions');
      return verify(tool, terminal, answer);
    case 'change': {
      // A machine reads what is written; a person may watch the steps beside it.
      const steps = command.json
        ? { ...terminal, write: (text: string) => terminal.writeError(text) }
        : terminal;
      const act = command.dryRun ? showPlan : carryOut;
      return answer(...(await act(command.change, tool, steps)));
    }
  }
}

/** @returns the answer for machines and for people */
async function carryOut(
  command: ChangeCommand,
  tool: ReleaseTool,
  terminal: Terminal,
): Promise<[object, string]> {
  const began = performance.now();
  const { outcome, ledger } = await change(command, tool, createProgress(terminal));
  const { revision, live, canary, previews, settings } = ledger;
  const shown = command.name === 'preview' ? previews[command.preview] : live;
  const answer = {
    outcome,
    revision,
    composition: shown?.composition ?? null,
    releases: shown?.releases ?? {},
    canary: canary && canaryFacts(canary),
    ...(command.name === 'preview'
      ? { address: previewAddress(tool, settings.siteUrl, command.preview) }
      : {}),
  };
  return [answer, `${outcome} (${formatDuration(performance.now() - began)})\n`];
}

async function showPlan(
  command: ChangeCommand,
  tool: ReleaseTool,
  terminal: Terminal,
): Promise<[object, string]> {
  const { steps, outcome } = await dryRun(command, tool, createProgress(terminal));
  const titles = steps.map((step) => kindOf(step).title(step));
  const lines = titles.map((title, index) => `  ${index + 1}. ${title}`);
  const end = `Would end with: ${outcome}\nThis was a dry run; the store is as it was.\n`;
  return [{ dryRun: true, outcome, steps: titles }, [...lines, end].join('\n')];
}

async function verify(
  tool: ReleaseTool,
  terminal: Terminal,
  answer: (value: unknown, text: string) => void,
) {
  const ledger = await readLedger(tool.store);
  const { checked, damages } = await verifySite(tool, ledger);
  for (const { key, reason } of damages) terminal.writeError(`${key} ${reason}\n`);
  const well =
    ledger.revision === 0
      ? `Nothing was ever published to ${tool.store.name}, so there is nothing to verify.\n`
      : `All is well: ${formatCount(checked, 'file')} in use, each as it was published, and every page as its releases compose to it.\n`;
  answer({ checked, damages }, damages.length === 0 ? well : '');
  if (damages.length === 0) return 0;
  terminal.writeError(
    `${formatCount(damages.length, 'file')} of ${checked} damaged; delete what is named and publish again.\n`,
  );
  return 1;
}
