import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from './reports/format';

/** A command that changes the site. With `dryRun` its plan is printed and the store stays as it is. */
export type ChangeCommand =
  | { name: 'publish'; apps: readonly string[]; overBudget: string | null }
  | { name: 'rollback'; app: string; to: string | null }
  | { name: 'compose' }
  | { name: 'preview'; app: string; preview: string }
  | { name: 'preview-remove'; preview: string }
  | { name: 'prune'; keepDays: number };

export type Command =
  | { kind: 'change'; change: ChangeCommand; dryRun: boolean }
  | { kind: 'status' | 'history'; json: boolean }
  | { kind: 'verify' }
  | { kind: 'help' };

/** What was typed cannot be meant; the message says why in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `Usage: npm run release -- <command>

  publish <app>… | --all         build what changed, upload, check, compose, go live
      --over-budget "<reason>"   let a release over budget through, on record
  rollback <app> [--to <version>]
                                 back to the release before, or to a given one; again goes further
  preview <app> --name <name>    the site with that one build under /preview/<name>/
  preview --remove <name>        take a preview away
  compose                        compose the live releases again, for instance with new prices
  prune [--keep-days <days>]     remove what has not been live for 30 days; never what is in use
  status [--json]                what is live
  history [--json]               what happened
  verify                         every file in use against its hash
  nginx [--out <file>]           a complete configuration of nginx for this store and its services
      --services <address>       where "npm start" answers, for services without an address of
                                 their own (SUBSCRIPTION_URL, MANAGER_URL, STORE_UI_URL)
      --listen <port>            or <address>:<port>; 8080, with a certificate 443
      --tls-certificate <file> --tls-key <file> [--redirect-listen <port>]
                                 TLS and HTTP/2; SITE_URL names the site
      --user <name>, --run-folder <folder>, --modules <folder>
                                 account of the workers, place of its own files, of its modules
  help                           this page

  --dry-run, with any command that changes the site, prints its plan and leaves the store alone.
`;

const names = [
  'publish',
  'rollback',
  'preview',
  'compose',
  'prune',
  'status',
  'history',
  'verify',
  'nginx',
];
const previewName = /^[a-z0-9][a-z0-9-]{0,39}$/;

type Options = NonNullable<ParseArgsConfig['options']>;
const dryRun = { 'dry-run': { type: 'boolean' } } as const;

function parse<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = messageOf(error).split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}; "help" lists what there is.`);
  }
}

function onlyApp(name: string, apps: readonly string[], positionals: readonly string[]): string {
  const [app] = positionals;
  if (!app || positionals.length > 1) {
    throw new UsageError(`"${name}" takes one app: ${apps.join(', ')}.`);
  }
  return knownApp(app, apps);
}

function knownApp(app: string, apps: readonly string[]): string {
  if (!apps.includes(app)) {
    throw new UsageError(`There is no app "${app}"; the apps are ${apps.join(', ')}.`);
  }
  return app;
}

function nothingMore(name: string, positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`"${name}" does not take "${positionals[0]}".`);
}

function checkPreviewName(name: string): string {
  if (previewName.test(name)) return name;
  throw new UsageError(
    `"${name}" cannot name a preview; use up to 40 small letters, digits and hyphens.`,
  );
}

function parsePublish(args: readonly string[], apps: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    ...dryRun,
    all: { type: 'boolean' },
    'over-budget': { type: 'string' },
  });
  const reason = values['over-budget'];
  if (reason?.trim() === '') throw new UsageError('"--over-budget" needs a reason.');
  if (values.all ? positionals.length > 0 : positionals.length === 0) {
    throw new UsageError(`"publish" takes one or more of ${apps.join(', ')}, or --all.`);
  }
  const chosen = values.all ? apps : [...new Set(positionals.map((app) => knownApp(app, apps)))];
  const change = { name: 'publish', apps: chosen, overBudget: reason ?? null } as const;
  return { kind: 'change', change, dryRun: values['dry-run'] ?? false };
}

function parsePreview(args: readonly string[], apps: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    ...dryRun,
    name: { type: 'string' },
    remove: { type: 'string' },
  });
  const rest = { kind: 'change', dryRun: values['dry-run'] ?? false } as const;
  if (values.remove !== undefined) {
    if (positionals.length > 0 || values.name !== undefined) {
      throw new UsageError('"preview --remove <name>" takes nothing else.');
    }
    return {
      ...rest,
      change: { name: 'preview-remove', preview: checkPreviewName(values.remove) },
    };
  }
  const app = onlyApp('preview', apps, positionals);
  if (values.name === undefined) throw new UsageError('"preview" needs --name <name>.');
  return { ...rest, change: { name: 'preview', app, preview: checkPreviewName(values.name) } };
}

function parsePrune(args: readonly string[]): Command {
  const { values, positionals } = parse(args, { ...dryRun, 'keep-days': { type: 'string' } });
  nothingMore('prune', positionals);
  const days = values['keep-days'] ?? '30';
  if (!/^\d{1,5}$/.test(days)) throw new UsageError(`"${days}" is not a number of days.`);
  const change = { name: 'prune', keepDays: Number(days) } as const;
  return { kind: 'change', change, dryRun: values['dry-run'] ?? false };
}

/**
 * Reads the words after `npm run release --`.
 * @throws UsageError with one clear sentence
 */
export function parseCommand(words: readonly string[], apps: readonly string[]): Command {
  const [name, ...args] = words;
  if (args.includes('--help')) return { kind: 'help' };
  switch (name) {
    case undefined:
    case 'help':
    case '--help':
      return { kind: 'help' };
    case 'publish':
      return parsePublish(args, apps);
    case 'preview':
      return parsePreview(args, apps);
    case 'prune':
      return parsePrune(args);
    case 'rollback': {
      const { values, positionals } = parse(args, { ...dryRun, to: { type: 'string' } });
      const app = onlyApp(name, apps, positionals);
      const change = { name, app, to: values.to ?? null } as const;
      return { kind: 'change', change, dryRun: values['dry-run'] ?? false };
    }
    case 'compose': {
      const { values, positionals } = parse(args, dryRun);
      nothingMore(name, positionals);
      return { kind: 'change', change: { name }, dryRun: values['dry-run'] ?? false };
    }
    case 'status':
    case 'history': {
      const { values, positionals } = parse(args, { json: { type: 'boolean' } });
      nothingMore(name, positionals);
      return { kind: name, json: values.json ?? false };
    }
    case 'verify': {
      nothingMore(name, parse(args, {}).positionals);
      return { kind: name };
    }
    default:
      throw new UsageError(`There is no command "${name}"; the commands are ${names.join(', ')}.`);
  }
}
