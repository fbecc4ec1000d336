import { type Command, Option } from '@commander-js/extra-typings';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError, UserError } from '@composed/command/errors';
import { formatCount, formatError } from '@composed/command/format';
import { parsePath } from '@composed/command/option-parsers';
import { controls, type Terminal } from '@composed/command/terminal';
import { oneOf } from '@composed/command/usage';
import { createAppArgument } from './change-commands';
import { parseApp, parseFile } from './release-options';
import { appsOf } from '../ledger/history';
import { readLedger } from '../ledger/ledger';
import { compareRevisions, formatDifference } from '../inspect/revisions/compare-revisions';
import {
  revisionFormat,
  parseTime,
  readLedgerAt,
  timeFormat,
} from '../inspect/revisions/past-deployments';
import { createSiteReport } from '../inspect/reports/site-report';
import { formatHistory, formatStatus } from '../inspect/reports/format-report';
import { explainStack, formatExplanation } from '../stacks/explain';
import { writeMaps } from '../stacks/write-maps';
import { verifySite } from '../inspect/verify/verify';
import type { ReleaseTool } from '../tool/release-tool';

/** A hint for a person who names no file: `explain` then reads the terminal until its end. */
const waitingForStack =
  'Paste a stack, and end it with Enter and Ctrl-D (or name a file: explain stack.txt).\n';

/** The input that the commands share which show a site. */
export interface ReportContext {
  readonly addReport: (
    name: string,
    about: string,
  ) => Command<[], { readonly json?: true | undefined }>;
  readonly print: (json: boolean | undefined, value: unknown, text: string) => void;
  readonly tool: ReleaseTool;
  readonly terminal: Terminal;
}

function addStatus({ addReport, print, tool, terminal }: ReportContext): void {
  const { store, now } = tool;
  addReport('status', 'show what is live')
    .addOption(new Option('--watch', 'keep showing it until Ctrl-C').conflicts('json'))
    .addOption(new Option('--at <revision>', 'show what was live at that time').conflicts('watch'))
    .action(async ({ json, watch, at }) => {
      if (watch) return watchStatus(tool, terminal);
      const past = at === undefined ? undefined : await readLedgerAt(tool, at);
      const { history: _history, ...status } = await createSiteReport(store, now(), past);
      print(json, status, formatStatus(status, store.name, past?.live.since));
    });
}

function addRevisions({ addReport, print, tool }: ReportContext): void {
  const { store, now } = tool;
  addReport('history', 'list all changes')
    .option('--app <app>', 'only those of one app', parseApp)
    .option('--since <time>', `only those since ${timeFormat}`)
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
  addReport('faults', 'list the most frequent faults in visitors’ browsers, by source line').action(
    async ({ json }) => {
      // Loaded only here, since no other command needs the database.
      const { formatFaults, listFaults } = await import('../stacks/faults');
      const faults = await listFaults(store, await tool.readVisits());
      print(json, faults, formatFaults(faults, now()));
    },
  );
  addReport('explain', 'resolve a stack trace from a browser or a log to source lines')
    .argument('[file]', 'a file with the stack, instead of standard input', parseFile)
    .action(async (file, { json }) => {
      const input = file === undefined ? process.stdin : createReadStream(file);
      const hint = setTimeout(() => terminal.writeError(waitingForStack), 1000);
      const stack = await text(input).finally(() => clearTimeout(hint));
      const explanation = await explainStack(store, stack);
      print(json, explanation, formatExplanation(explanation));
    });
  addReport('maps', 'write the live scripts and source maps to a folder, for an error tracker')
    .addArgument(createAppArgument(tool.apps))
    .requiredOption('--out <folder>', 'folder for the files', parsePath)
    .action(async (app, { out, json }) => {
      const writtenFiles = await writeMaps(store, app, out);
      const count = formatCount(writtenFiles.length, 'source map');
      print(json, writtenFiles, `${count} of ${app} written to ${out}.\n`);
    });
}

function addVerify({ addReport, print, tool, terminal }: ReportContext): void {
  const { store } = tool;
  addReport('verify', 'check the hash of every file in use, and compose every page again')
    .option('--fresh', 'render every module again, without the render cache')
    .option(
      '--store',
      'test whether the store handles concurrent publishers: only one of 32 may create an object',
    )
    .action(async ({ json, fresh = false, store: probesStore }) => {
      const probeReport = probesStore ? await store.checkAccess('conditions') : undefined;
      if (probeReport !== undefined && !json) terminal.write(`${probeReport}\n`);
      const { checked, damages } = await verifySite(tool, await readLedger(store), fresh);
      const cacheNote = fresh ? '' : ' (using the render cache; --fresh renders again)';
      const success = `All is well: each of ${formatCount(checked, 'file')} in use matches its hash, and every page can be recomposed from its releases${cacheNote}.\n`;
      print(
        json,
        { checked, damages, probed: probeReport, fresh },
        damages.length > 0 ? '' : success,
      );
      if (damages.length === 0) return;
      const lines = damages.map(({ key, reason }) => `${key} ${reason}\n`);
      throw new UserError(
        `${lines.join('')}${formatCount(damages.length, 'file')} of ${checked} damaged; delete the files named above, and publish again.`,
      );
    });
}

/** Prints the status and the last entries of the history whenever they change, until Ctrl-C. */
async function watchStatus({ store, now }: ReleaseTool, terminal: Terminal): Promise<void> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const look = async () => {
    const report = await createSiteReport(store, now());
    return `${formatStatus(report, store.name)}\n${formatHistory(report.history.slice(0, 8))}`;
  };
  let shownText = '';
  while (!interrupt.signal.aborted) {
    const nextText = await look().catch((error: unknown) => `${formatError(error)}\n`);
    if (nextText !== shownText) terminal.write(controls.clear, `${nextText}\nCtrl-C ends this.\n`);
    shownText = nextText;
    await sleep(2000, undefined, { signal: interrupt.signal }).catch(() => undefined);
  }
}

/** Adds the commands after `npm run release --` that show the site and change nothing. */
export function addReportCommands(context: ReportContext): void {
  addStatus(context);
  addRevisions(context);
  addStacks(context);
  addVerify(context);
}
