import { parseArgs, type ParseArgsConfig } from 'node:util';
import { kinds } from './budget';
import { messageOf } from './reports/format';
import type { SettingsChange } from './settings';
import { commandNames, help, helpPage, UsageError } from './usage';

/** A command that changes the site. With `dryRun` its plan is printed and the store stays as it is. */
export type ChangeCommand =
  | {
      name: 'publish';
      apps: readonly string[];
      /** Reasons, where a release over budget or without a way back may go live. */
      overBudget?: string | null;
      noWayBack?: string | null;
      /** Set by `npm start`: the checkout that publishes. */
      checkout?: string;
    }
  /** What `npm start` does: publishes what this store has never seen. */
  | { name: 'start' }
  | { name: 'rollback'; app: string; to: string | null }
  | { name: 'compose' }
  | { name: 'settings'; change: SettingsChange; summary: string }
  | { name: 'preview'; app: string; preview: string }
  | { name: 'preview-remove'; preview: string }
  | { name: 'prune'; keepDays: number };

export type Command =
  | { kind: 'change'; change: ChangeCommand; dryRun: boolean; json: boolean }
  | { kind: 'status' | 'history' | 'verify' | 'settings'; json: boolean }
  | { kind: 'help'; text: string };

const previewName = /^[a-z0-9][a-z0-9-]{0,39}$/;

type Options = NonNullable<ParseArgsConfig['options']>;
const json = { json: { type: 'boolean' } } as const;
const changing = { ...json, 'dry-run': { type: 'boolean' } } as const;

function parse<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = messageOf(error).split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}; "help" lists what there is.`);
  }
}

function makeChange(
  change: ChangeCommand,
  values: { readonly 'dry-run'?: boolean | undefined; readonly json?: boolean | undefined },
): Command {
  return {
    kind: 'change',
    change,
    dryRun: values['dry-run'] ?? false,
    json: values.json ?? false,
  };
}

function onlyOne(name: string, positionals: readonly string[], apps: readonly string[]): string {
  const [app] = positionals;
  if (app && positionals.length === 1) return app;
  throw new UsageError(`"${name}" takes one app, such as ${apps.join(', ')}.`);
}

function buildable(app: string, apps: readonly string[]): string {
  if (apps.includes(app)) return app;
  throw new UsageError(
    `There is no app "${app}" in this checkout; the apps are ${apps.join(', ')}.`,
  );
}

function refuseMore(name: string, positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`"${name}" does not take "${positionals[0]}".`);
}

function checkPreviewName(name: string): string {
  if (previewName.test(name)) return name;
  throw new UsageError(
    `"${name}" cannot name a preview; use up to 40 small letters, digits and hyphens.`,
  );
}

function reasonFor(option: string, reason: string | undefined): string | null {
  if (reason?.trim() === '') throw new UsageError(`"${option}" needs a reason.`);
  return reason ?? null;
}

function parsePublish(args: readonly string[], apps: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    ...changing,
    all: { type: 'boolean' },
    'over-budget': { type: 'string' },
    'allow-no-way-back': { type: 'string' },
  });
  const overBudget = reasonFor('--over-budget', values['over-budget']);
  const noWayBack = reasonFor('--allow-no-way-back', values['allow-no-way-back']);
  if (values.all ? positionals.length > 0 : positionals.length === 0) {
    throw new UsageError(`"publish" takes one or more of ${apps.join(', ')}, or --all.`);
  }
  const chosen = values.all ? apps : [...new Set(positionals.map((app) => buildable(app, apps)))];
  return makeChange({ name: 'publish', apps: chosen, overBudget, noWayBack }, values);
}

function parsePreview(args: readonly string[], apps: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    ...changing,
    name: { type: 'string' },
    remove: { type: 'string' },
  });
  if (values.remove !== undefined) {
    if (positionals.length > 0 || values.name !== undefined) {
      throw new UsageError('"preview --remove <name>" takes nothing else.');
    }
    const preview = checkPreviewName(values.remove);
    return makeChange({ name: 'preview-remove', preview }, values);
  }
  const app = buildable(onlyOne('preview', positionals, apps), apps);
  if (values.name === undefined) throw new UsageError('"preview" needs --name <name>.');
  return makeChange({ name: 'preview', app, preview: checkPreviewName(values.name) }, values);
}

function parsePrune(args: readonly string[]): Command {
  // A negative number would be taken for an option.
  const joined = args.join('\n').replace(/(--keep-days)\n-(?=\d)/, '$1=-');
  const given = joined === '' ? [] : joined.split('\n');
  const { values, positionals } = parse(given, { ...changing, 'keep-days': { type: 'string' } });
  refuseMore('prune', positionals);
  const days = values['keep-days'] ?? '30';
  if (!/^\d{1,5}$/.test(days)) throw new UsageError(`"${days}" is not a number of days.`);
  return makeChange({ name: 'prune', keepDays: Number(days) }, values);
}

/** 'none' is null; an address comes without its trailing slash. */
function parseAddress(option: string, value: string, originOnly: boolean): string | null {
  if (value === 'none') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlace =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!isPlace || (originOnly && url.pathname !== '/')) {
    const example = originOnly ? 'https://shop.example.com' : 'https://api.example.com/prices';
    throw new UsageError(`"${option}" takes an address such as ${example}, or none.`);
  }
  return url.href.replace(/\/+$/, '');
}

function parseLimit(text: string): SettingsChange['limits'][number] {
  const [, name = '', typed = '', bytes = ''] = /^(.+)\.(\w+)=(\d+|none)$/.exec(text) ?? [];
  const kind = kinds.find((candidate) => candidate === typed);
  if (kind) return { name, kind, bytes: bytes === 'none' ? null : Number(bytes) };
  throw new UsageError(
    `"${text}" is no limit; write <app or page>.<${kinds.join('|')}>=<bytes>, such as pricing.script=7300.`,
  );
}

function parseSettings(args: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    ...changing,
    'site-url': { type: 'string' },
    'prices-url': { type: 'string' },
    budget: { type: 'string', multiple: true },
  });
  refuseMore('settings', positionals);
  const { 'site-url': site, 'prices-url': prices, budget = [] } = values;
  if (site === undefined && prices === undefined && budget.length === 0) {
    return { kind: 'settings', json: values.json ?? false };
  }
  const change: SettingsChange = {
    ...(site === undefined ? {} : { siteUrl: parseAddress('--site-url', site, true) }),
    ...(prices === undefined ? {} : { pricesUrl: parseAddress('--prices-url', prices, false) }),
    limits: budget.map(parseLimit),
  };
  const summary = [
    ...(site === undefined ? [] : [`public address ${site}`]),
    ...(prices === undefined ? [] : [`price service ${prices}`]),
    ...budget.map((limit) => `budget ${limit}`),
  ].join(', ');
  return makeChange({ name: 'settings', change, summary }, values);
}

/**
 * Reads the arguments after `npm run release --`.
 * @param apps that this checkout can build
 * @throws UsageError with one clear sentence
 */
export function parseCommand(given: readonly string[], apps: readonly string[]): Command {
  const isHelp = (arg: string) => arg === '--help' || arg === '-h';
  const [name = 'help', ...args] = given.filter((arg) => !isHelp(arg));
  if (name === 'help' || given.some(isHelp)) {
    const lines = name === 'help' ? undefined : help[name];
    return { kind: 'help', text: lines === undefined ? helpPage : `${lines}\n` };
  }
  switch (name) {
    case 'publish':
      return parsePublish(args, apps);
    case 'preview':
      return parsePreview(args, apps);
    case 'prune':
      return parsePrune(args);
    case 'settings':
      return parseSettings(args);
    case 'rollback': {
      const { values, positionals } = parse(args, { ...changing, to: { type: 'string' } });
      const app = onlyOne(name, positionals, apps);
      return makeChange({ name, app, to: values.to ?? null }, values);
    }
    case 'compose': {
      const { values, positionals } = parse(args, changing);
      refuseMore(name, positionals);
      return makeChange({ name }, values);
    }
    case 'status':
    case 'history':
    case 'verify': {
      const { values, positionals } = parse(args, json);
      refuseMore(name, positionals);
      return { kind: name, json: values.json ?? false };
    }
    default:
      throw new UsageError(
        `There is no command "${name}"; the commands are ${commandNames.join(', ')}.`,
      );
  }
}
