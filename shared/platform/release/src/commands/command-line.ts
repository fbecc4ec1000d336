import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { createReadStream } from 'node:fs';
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseError, UsageError, UserError } from '@composed/command/errors';
import { controls, type Terminal } from '@composed/command/terminal';
import { addChangeCommands, appArgument } from './change-commands';
import { changeWatched, dryRun } from '../publish/change/change';
import { previewAddress } from '../publish/plan/preview';
import type { ChangeCommand } from '../publish/plan/commands';
import { appsOf } from '../ledger/history';
import { readLedger } from '../ledger/ledger';
import { compareRevisions, formatDifference } from '../inspect/revisions/compare-revisions';
import {
  revisionFormat,
  parseTime,
  readLedgerAt,
  timeFormat,
} from '../inspect/revisions/past-deployments';
import { formatCount, formatError, formatDuration } from '@composed/command/format';
import { createProgress } from '../inspect/reports/progress';
import { describeCanary, siteReport } from '../inspect/reports/site-report';
import { formatHistory, formatStatus } from '../inspect/reports/format-report';
import { restore } from '../publish/change/restore';
import { formatSettingsChange } from '../ledger/settings';
import { explain, formatExplained } from '../inspect/stacks/explain';
import { writeMaps } from '../inspect/stacks/write-maps';
import type { ReleaseTool } from '../tool/tool';
import { parseApp, parseFile, parsePath } from './option-parsers';
import { createCommand, oneOf, parseAndRun } from '@composed/command/usage';
import { verifySite } from '../inspect/verify/verify';

/** A hint for a person who names no file: `explain` then reads the terminal until its end. */
const waitingForStack =
  'Paste a stack, and end it with Enter and Ctrl-D (or name a file: explain stack.txt).\n';

/**
 * Runs `npm run release -- <arguments>`.
 * @param otherCommands commands of other packages
 * @returns the exit code: 0 for success, 1 if it was refused or failed, 2 if the arguments were not understood
 */
export async function runRelease(
  args: readonly string[],
  tool: ReleaseTool,
  terminal: Terminal,
  otherCommands: readonly CommandUnknownOpts[] = [],
): Promise<number> {
  try {
    await parseAndRun(createProgram(tool, terminal, otherCommands), args);
    return 0;
  } catch (error) {
    const start = error instanceof ReleaseError ? 'Refused, and what is live is as it was.\n' : '';
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

/** The parts that the commands share which show a site. */
interface ReportContext {
  readonly addReport: (
    name: string,
    about: string,
  ) => Command<[], { readonly json?: true | undefined }>;
  readonly print: (json: boolean | undefined, value: unknown, text: string) => void;
  readonly tool: ReleaseTool;
  readonly terminal: Terminal;
}

function addCommands(program: Command, tool: ReleaseTool, terminal: Terminal): void {
  const print: ReportContext['print'] = (json, value, text) =>
    json ? terminal.writeJson(value) : terminal.write(text);
  const addReport: ReportContext['addReport'] = (name, about) =>
    program.command(name).description(about).option('--json', 'print the answer as JSON');
  const addChange = (name: string, about: string) =>
    addReport(name, about).option('--dry-run', 'print the plan and leave the store alone');

  addChangeCommands({
    addChange,
    apps: tool.apps,
    change: async (command, { dryRun, json }) => {
      if (command.name === 'settings' && formatSettingsChange(command.change) === '') {
        terminal.writeJson((await readLedger(tool.store)).settings);
        return;
      }
      // With --json, standard output is read by a machine, so steps are printed to standard error.
      const stepTerminal = json ? { ...terminal, write: terminal.writeError } : terminal;
      const run = dryRun ? showPlan : runChange;
      print(json, ...(await run(command, tool, stepTerminal)));
    },
  });
  const context = { addReport, print, tool, terminal };
  addStatus(context);
  addRevisions(context);
  addStacks(context);
  addVerify(context);
  addChange('restore', 'take a damaged ledger back to the revision before').action(
    async ({ dryRun, json }) => {
      const restored = await restore(tool, dryRun ?? false);
      print(json, restored, `${restored.outcome}\n`);
    },
  );
}

function addStatus({ addReport, print, tool, terminal }: ReportContext): void {
  const { store, now } = tool;
  addReport('status', 'show what is live')
    .addOption(new Option('--watch', 'follow it, and a canary, until Ctrl-C').conflicts('json'))
    .addOption(new Option('--at <revision>', 'show what was live then').conflicts('watch'))
    .action(async ({ json, watch, at }) => {
      if (watch) return watchStatus(tool, terminal);
      const past = at === undefined ? undefined : await readLedgerAt(tool, at);
      const { history: _history, ...status } = await siteReport(store, now(), past);
      print(json, status, formatStatus(status, store.name, past?.live.since));
    });
}

function addRevisions({ addReport, print, tool }: ReportContext): void {
  const { store, now } = tool;
  addReport('history', 'list all changes')
    .option('--app <app>', 'those of one app', parseApp)
    .option('--since <time>', `those since ${timeFormat}`)
    .action(async ({ json, app, since }) => {
      const time = since === undefined ? '' : parseTime(since, now());
      if (time === null) throw new UsageError(`"--since" takes ${timeFormat}.`);
      const changes = (await readLedger(store)).history.reverse();
      const knownApps = [...new Set(changes.flatMap(appsOf))].sort();
      if (app !== undefined && knownApps.length > 0) oneOf('app in the history', knownApps)(app);
      const history = changes.filter((entry) => {
        return entry.at >= time && (app === undefined || appsOf(entry).includes(app));
      });
      print(json, history, formatHistory(history));
    });
  addReport('diff', 'compare the releases and pages of two revisions')
    .argument('<from>', revisionFormat)
    .argument('[to]', 'another one', 'live')
    .action(async (from, to, { json }) => {
      const difference = await compareRevisions(tool, from, to);
      print(json, difference, formatDifference(difference));
    });
}

function addStacks({ addReport, print, tool, terminal }: ReportContext): void {
  const { store, now } = tool;
  addReport(
    'faults',
    'list what fails most in visitors’ browsers, by the line of its source',
  ).action(async ({ json }) => {
    // Loaded only here, since no other command needs the database.
    const { formatFaults, listFaults } = await import('../inspect/stacks/faults');
    const faults = await listFaults(store, await tool.readVisits());
    print(json, faults, formatFaults(faults, now()));
  });
  addReport('explain', 'resolve a stack of a browser or a log to its sources')
    .argument('[file]', 'a file with the stack, in place of standard input', parseFile)
    .action(async (file, { json }) => {
      const input = file === undefined ? process.stdin : createReadStream(file);
      const hint = setTimeout(() => terminal.writeError(waitingForStack), 1000);
      const stack = await text(input).finally(() => clearTimeout(hint));
      const explained = await explain(store, stack);
      print(json, explained, formatExplained(explained));
    });
  addReport('maps', 'write out the scripts and source maps that visitors get, for an error tracker')
    .addArgument(appArgument(tool.apps))
    .requiredOption('--out <folder>', 'folder that they are written into', parsePath)
    .action(async (app, { out, json }) => {
      const writtenFiles = await writeMaps(store, app, out);
      const count = formatCount(writtenFiles.length, 'source map');
      print(json, writtenFiles, `${count} of ${app} written to ${out}.\n`);
    });
}

function addVerify({ addReport, print, tool, terminal }: ReportContext): void {
  const { store } = tool;
  addReport('verify', 'check every file in use by its hash, and every page by composing it again')
    .option('--fresh', 'render every module again, without the render cache')
    .option(
      '--store',
      'check that the store keeps publishers apart: of 32 who create an object one wins',
    )
    .action(async ({ json, fresh = false, store: conditions }) => {
      const probed = conditions ? await store.checkAccess('conditions') : undefined;
      if (probed !== undefined && !json) terminal.write(`${probed}\n`);
      const { checked, damages } = await verifySite(tool, await readLedger(store), fresh);
      const rendered = fresh ? 'rendered again' : 'as the render cache has it (not with --fresh)';
      const success = `All is well: ${formatCount(checked, 'file')} in use, each as it was published, and every page as its releases compose to it, each module ${rendered}.\n`;
      print(json, { checked, damages, probed, fresh }, damages.length > 0 ? '' : success);
      if (damages.length === 0) return;
      const lines = damages.map(({ key, reason }) => `${key} ${reason}\n`);
      throw new UserError(
        `${lines.join('')}${formatCount(damages.length, 'file')} of ${checked} damaged; delete what is named and publish again.`,
      );
    });
}

/** Runs a command. Returns the outcome as JSON data and as text. */
type RunChange = (
  command: ChangeCommand,
  tool: ReleaseTool,
  terminal: Terminal,
) => Promise<[object, string]>;

const runChange: RunChange = async (command, tool, terminal) => {
  const startTime = performance.now();
  const end = () => process.exit(128 + constants.signals.SIGINT);
  const { outcome, ledger } = await changeWatched(command, tool, terminal, end);
  const { revision, live, canary, previews } = ledger;
  const shownDeployment = command.name === 'preview' ? previews[command.preview] : live;
  const outcomeInJson = {
    outcome,
    revision,
    deployment: shownDeployment?.deployment ?? null,
    releases: shownDeployment?.releases ?? {},
    canary: canary && describeCanary(canary),
    ...(command.name === 'preview'
      ? { address: previewAddress(tool, ledger, command.preview) }
      : {}),
  };
  return [outcomeInJson, `${outcome} (${formatDuration(performance.now() - startTime)})\n`];
};

const showPlan: RunChange = async (command, tool, terminal) => {
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

/** Prints the status and the last entries of the history whenever they change, until Ctrl-C. */
async function watchStatus({ store, now }: ReleaseTool, terminal: Terminal): Promise<void> {
  const end = new AbortController();
  process.once('SIGINT', () => end.abort());
  const look = async () => {
    const report = await siteReport(store, now());
    return `${formatStatus(report, store.name)}\n${formatHistory(report.history.slice(0, 8))}`;
  };
  let shownText = '';
  while (!end.signal.aborted) {
    const nextText = await look().catch((error: unknown) => `${formatError(error)}\n`);
    if (nextText !== shownText) terminal.write(controls.clear, `${nextText}\nCtrl-C ends this.\n`);
    shownText = nextText;
    await sleep(2000, undefined, { signal: end.signal }).catch(() => undefined);
  }
}
