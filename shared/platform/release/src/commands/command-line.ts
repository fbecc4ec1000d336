import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { constants } from 'node:os';
import { ReleaseError, UsageError } from '@composed/command/errors';
import { formatError, formatDuration } from '@composed/command/format';
import type { Terminal } from '@composed/command/terminal';
import { createCommand, parseAndRun } from '@composed/command/usage';
import { addChangeCommands } from './change-commands';
import { addReportCommands, type ReportContext } from './report-commands';
import { changeSiteWithProgress, dryRun } from '../change/run/change-site';
import { restore } from '../change/run/restore';
import { findPreviewAddress } from '../change/plan/preview';
import type { SiteCommand } from '../change/plan/site-command';
import { readLedger } from '../ledger/ledger';
import { formatSettingsChange } from '../ledger/site-settings';
import { createProgress } from '@composed/command/progress';
import { describeCanary } from '../inspect/reports/site-report';
import type { ReleaseTool } from '../tool/release-tool';

/**
 * Runs `npm run release -- <arguments>`.
 * @param otherCommands commands of other packages
 * @returns the exit code: 0 for success, 1 if it was refused or failed, 2 if the arguments were not understood
 */
export async function runCommandLine(
  args: readonly string[],
  tool: ReleaseTool,
  terminal: Terminal,
  otherCommands: readonly CommandUnknownOpts[] = [],
): Promise<number> {
  try {
    await parseAndRun(createProgram(tool, terminal, otherCommands), args);
    return 0;
  } catch (error) {
    const start = error instanceof ReleaseError ? 'Refused, and the live site is unchanged.\n' : '';
    terminal.writeError(`${start}${formatError(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Creates the program with every command. */
export function createProgram(
  tool: ReleaseTool,
  terminal: Terminal,
  otherCommands: readonly CommandUnknownOpts[] = [],
) {
  const about = 'change what is live, and look at it';
  const program = createCommand('npm run release --', about, terminal)
    .usage('<command>')
    .addHelpText('after', '\n"help <command>" or "<command> -h" lists the options of one.');
  addCommands(program, tool, terminal);
  for (const command of otherCommands) program.addCommand(command.copyInheritedSettings(program));
  return program;
}

function addCommands(program: Command, tool: ReleaseTool, terminal: Terminal): void {
  const print: ReportContext['print'] = (json, value, text) =>
    json ? terminal.writeJson(value) : terminal.write(text);
  const addReport: ReportContext['addReport'] = (name, about) =>
    program.command(name).description(about).option('--json', 'print the answer as JSON');
  const addChange = (name: string, about: string) =>
    addReport(name, about).option('--dry-run', 'print the plan, and do not change the store');

  addChangeCommands({
    addChange,
    apps: tool.apps,
    executeChange: async (command, { dryRun: isDryRun, json }) => {
      if (command.name === 'settings' && formatSettingsChange(command.settingsChange) === '') {
        terminal.writeJson((await readLedger(tool.store)).settings);
        return;
      }
      // With --json, standard output is read by a machine, so steps are printed to standard error.
      const stepTerminal = json ? { ...terminal, write: terminal.writeError } : terminal;
      const runner = isDryRun ? showPlan : changeAndReport;
      print(json, ...(await runner(command, tool, stepTerminal)));
    },
  });
  addReportCommands({ addReport, print, tool, terminal });
  addChange('restore', 'restore the revision before a damaged one').action(
    async ({ dryRun: isDryRun, json }) => {
      const restored = await restore(tool, isDryRun ?? false);
      print(json, restored, `${restored.outcome}\n`);
    },
  );
}

/** Runs a command. Returns the outcome as JSON data and as text. */
type CommandRunner = (
  command: SiteCommand,
  tool: ReleaseTool,
  terminal: Terminal,
) => Promise<[object, string]>;

const changeAndReport: CommandRunner = async (command, tool, terminal) => {
  const startTime = performance.now();
  const exit = () => process.exit(128 + constants.signals.SIGINT);
  const { outcome, ledger } = await changeSiteWithProgress(command, tool, terminal, exit);
  const { revision, live, canary, previews } = ledger;
  const shownDeployment = command.name === 'preview' ? previews[command.preview] : live;
  const outcomeInJson = {
    outcome,
    revision,
    deployment: shownDeployment?.deployment ?? null,
    releases: shownDeployment?.releases ?? {},
    canary: canary && describeCanary(canary),
    ...(command.name === 'preview'
      ? { address: findPreviewAddress(tool, ledger, command.preview) }
      : {}),
  };
  return [outcomeInJson, `${outcome} (${formatDuration(performance.now() - startTime)})\n`];
};

const showPlan: CommandRunner = async (command, tool, terminal) => {
  const { steps, outcome, leftOut } = await dryRun(command, tool, createProgress(terminal));
  const titles = steps.map(({ title }) => title);
  const lines = [
    'The steps:',
    ...titles.map((title, index) => `  ${index + 1}. ${title}`),
    `Would end with: ${outcome}`,
    ...leftOut.map((title) => `Left out, since it needs a browser: ${title}.`),
    'This was a dry run; the store is as it was.\n',
  ];
  return [{ dryRun: true, outcome, steps: titles, leftOut }, lines.join('\n')];
};
