import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from './reports/format';
import type { CanaryOptions, ChangeCommand, Command } from './commands';
import { parseAddress, parseLimit, parseSignals } from './setting-values';
import type { SettingsChange } from './settings';
import { commandNames, help, helpPage, UsageError } from './usage';

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

/** For a command that takes options alone. */
function parseAlone<T extends Options>(name: string, args: readonly string[], options: T) {
  const { values, positionals } = parse(args, options);
  refuseMore(name, positionals);
  return values;
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

const canaryOptions = { canary: { type: 'string' }, 'promote-after': { type: 'string' } } as const;

function parseShare(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is no share; write 1 to 99, per cent of the visitors.`);
}

function parseCanary(values: {
  readonly canary?: string | undefined;
  readonly 'promote-after'?: string | undefined;
}): CanaryOptions | null {
  const { canary, 'promote-after': after } = values;
  if (canary !== undefined && after === undefined) {
    return { share: parseShare(canary), promoteAfter: null };
  }
  const minutes = /^([1-9]\d{0,4})m$/.exec(after ?? '')?.[1];
  if (canary !== undefined && minutes) {
    return { share: parseShare(canary), promoteAfter: Number(minutes) };
  }
  if (after === undefined) return null;
  throw new UsageError('"--promote-after" takes minutes, such as 60m, and goes with --canary.');
}

function parsePublish(args: readonly string[], apps: readonly string[]): Command {
  const { values, positionals } = parse(args, {
    ...changing,
    all: { type: 'boolean' },
    'over-budget': { type: 'string' },
    'allow-no-way-back': { type: 'string' },
    'skip-types': { type: 'string' },
    'skip-hydration': { type: 'string' },
    ...canaryOptions,
  });
  const overBudget = reasonFor('--over-budget', values['over-budget']);
  const noWayBack = reasonFor('--allow-no-way-back', values['allow-no-way-back']);
  const skipTypes = reasonFor('--skip-types', values['skip-types']);
  const skipHydration = reasonFor('--skip-hydration', values['skip-hydration']);
  if (values.all ? positionals.length > 0 : positionals.length === 0) {
    throw new UsageError(`"publish" takes one or more of ${apps.join(', ')}, or --all.`);
  }
  const chosen = values.all ? apps : [...new Set(positionals.map((app) => buildable(app, apps)))];
  const canary = parseCanary(values);
  if (canary && chosen.length > 1) throw new UsageError('"--canary" takes one app.');
  const reasons = { overBudget, noWayBack, skipTypes, skipHydration };
  return makeChange({ name: 'publish', apps: chosen, ...reasons, canary }, values);
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
  const values = parseAlone('prune', given, { ...changing, 'keep-days': { type: 'string' } });
  const days = values['keep-days'] ?? '30';
  if (!/^\d{1,5}$/.test(days)) throw new UsageError(`"${days}" is not a number of days.`);
  return makeChange({ name: 'prune', keepDays: Number(days) }, values);
}

function parseSettings(args: readonly string[]): Command {
  const values = parseAlone('settings', args, {
    ...changing,
    'site-url': { type: 'string' },
    'prices-url': { type: 'string' },
    signals: { type: 'string' },
    budget: { type: 'string', multiple: true },
  });
  const { 'site-url': site, 'prices-url': prices, signals, budget = [] } = values;
  if ([site, prices, signals, budget[0]].every((value) => value === undefined)) {
    return { kind: 'settings', json: values.json ?? false };
  }
  const change: SettingsChange = {
    ...(site === undefined ? {} : { siteUrl: parseAddress('--site-url', site, true) }),
    ...(prices === undefined ? {} : { pricesUrl: parseAddress('--prices-url', prices, false) }),
    ...(signals === undefined ? {} : { signals: parseSignals(signals) }),
    limits: budget.map(parseLimit),
  };
  const summary = [
    ...(site === undefined ? [] : [`public address ${site}`]),
    ...(prices === undefined ? [] : [`price service ${prices}`]),
    ...(signals === undefined ? [] : [`signals ${signals}`]),
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
      const { values, positionals } = parse(args, {
        ...{ ...changing, ...canaryOptions },
        to: { type: 'string' },
      });
      const app = onlyOne(name, positionals, apps);
      return makeChange({ name, app, to: values.to ?? null, canary: parseCanary(values) }, values);
    }
    case 'canary': {
      const { values, positionals } = parse(args, changing);
      const [share = '', ...more] = positionals;
      refuseMore(name, more);
      return makeChange({ name, share: parseShare(share) }, values);
    }
    case 'abort': {
      const values = parseAlone(name, args, { ...changing, reason: { type: 'string' } });
      return makeChange({ name, reason: reasonFor('--reason', values.reason) }, values);
    }
    case 'remove': {
      const { values, positionals } = parse(args, changing);
      return makeChange({ name, app: onlyOne(name, positionals, apps) }, values);
    }
    case 'promote':
    case 'compose':
      return makeChange({ name }, parseAlone(name, args, changing));
    case 'verify': {
      const values = parseAlone(name, args, { ...json, store: { type: 'boolean' } });
      return { kind: name, store: values.store ?? false, json: values.json ?? false };
    }
    case 'status':
    case 'history':
      return { kind: name, json: parseAlone(name, args, json).json ?? false };
    default:
      throw new UsageError(
        `There is no command "${name}"; the commands are ${commandNames.join(', ')}.`,
      );
  }
}
