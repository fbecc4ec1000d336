import { Argument, Command, type CommanderError, Option } from '@commander-js/extra-typings';
import type { CanaryOptions, ChangeCommand, ReleaseCommand } from './commands';
import { UsageError } from '../environment';
import {
  parseAccount,
  parseDays,
  parseLimit,
  parseListen,
  parseMinutes,
  parseNameServer,
  parsePath,
  parsePreviewName,
  parsePricesUrl,
  parseReason,
  parseServer,
  parseServices,
  parseShare,
  parseSignals,
  parseSiteUrl,
} from './typed-values';

/** For an option that can be given several times. */
const repeatable =
  <T>(parse: (text: string) => T) =>
  (text: string, before?: readonly T[]) => [...(before ?? []), parse(text)];

type Given<Name extends string, T> = Readonly<Partial<Record<Name, T | undefined>>>;

function canaryOf(values: Given<'canary' | 'promoteAfter', number>): CanaryOptions | null {
  const { canary: share, promoteAfter } = values;
  if (share !== undefined) return { share, promoteAfter };
  if (promoteAfter === undefined) return null;
  throw new UsageError('"--promote-after" goes with --canary.');
}

/**
 * What can be typed after `npm run release --`.
 * @param apps that this checkout can build
 * @param act carries out what was meant
 * @param write takes help pages, of which a CommanderError tells; what is not understood is a UsageError
 */
export function createProgram(
  apps: readonly string[],
  act: (command: ReleaseCommand) => Promise<void>,
  write: (text: string) => void = () => undefined,
) {
  const program = new Command('npm run release --')
    .usage('<command>')
    .exitOverride((end) => {
      throw end.code.startsWith('commander.help') ? end : new UsageError(formatTyped(end));
    })
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .addHelpText('after', '\n"help <command>" or "<command> -h" tells what one of them takes.');
  const looking = (name: string, about: string) =>
    program.command(name).description(about).option('--json', 'print the answer for machines');
  const changing = (name: string, about: string) =>
    looking(name, about).option('--dry-run', 'print the plan and leave the store alone');
  const change = (
    command: ChangeCommand,
    { dryRun = false, json = false }: Given<'dryRun' | 'json', boolean>,
  ) => act({ kind: 'change', change: command, dryRun, json });
  const share = new Option('--canary <share>', 'of one app, for 1 to 99 per cent of the visitors');
  const after = new Option('--promote-after <minutes>', 'such as 60m; then it goes live by itself');
  const [canaryShare, promoteAfter] = [share.argParser(parseShare), after.argParser(parseMinutes)];

  changing('publish', 'build what changed, upload, check, compose, go live')
    .argument('[apps...]', `of this checkout: ${apps.join(', ')}`)
    .option('--all', 'every app')
    .option('--over-budget <reason>', 'let a release over budget through', parseReason)
    .option('--allow-no-way-back <reason>', 'let one through that closes a rollback', parseReason)
    .option('--skip-types <reason>', 'leave types and required props unchecked', parseReason)
    .option('--skip-hydration <reason>', 'try no page of a new build in a browser', parseReason)
    .option(
      '--from <folder>',
      'a release that was built elsewhere, and all of it is checked; repeatable',
      repeatable(parsePath),
    )
    .option('--replace <reason>', 'take the place of an app that is at home elsewhere', parseReason)
    .addOption(canaryShare)
    .addOption(promoteAfter)
    .addHelpText(
      'after',
      '\nReasons are kept in the history. With signals a canary is aborted by itself.',
    )
    .action((named, { all, allowNoWayBack: noWayBack, ...others }) => {
      if (all ? named.length > 0 || others.from : named.length === 0 && !others.from) {
        throw new UsageError(`"publish" takes one or more of ${apps.join(', ')}, or --all.`);
      }
      const unknown = named.find((app) => !apps.includes(app));
      if (unknown !== undefined && !others.from) {
        throw new UsageError(
          `This checkout has no ${unknown}; it has ${apps.join(', ')}. --from <folder> takes what was built elsewhere.`,
        );
      }
      const chosen = all ? apps : [...new Set(named)];
      const canary = canaryOf(others);
      if (canary && (others.from ?? chosen).length > 1)
        throw new UsageError('"--canary" takes one app.');
      return change({ ...others, name: 'publish', apps: chosen, noWayBack, canary }, others);
    });
  changing('rollback', 'back to the release before, or to a given one; again goes further')
    .argument('<app>')
    .option('--to <version>', 'one that was live, or its beginning')
    .addOption(canaryShare)
    .addOption(promoteAfter)
    .action((app, { to = null, ...others }) =>
      change({ name: 'rollback', app, to, canary: canaryOf(others) }, others),
    );
  changing('canary', 'another share of the visitors for the canary')
    .addArgument(new Argument('<share>').argParser(parseShare))
    .action((per, flags) => change({ name: 'canary', share: per }, flags));
  changing('promote', 'the canary goes live, with the very pages that were tried').action((flags) =>
    change({ name: 'promote' }, flags),
  );
  changing('abort', 'the canary goes away')
    .option('--reason <reason>', 'why, for the history', parseReason)
    .action(({ reason = null, ...flags }) => change({ name: 'abort', reason }, flags));
  changing('remove', 'take an app that no page shows off the site')
    .argument('<app>')
    .action((app, flags) => change({ name: 'remove', app }, flags));
  changing('preview', 'the site with one build under /preview/<name>/')
    .addArgument(new Argument('[app]').choices(apps))
    .option('--name <name>', 'of the preview', parsePreviewName)
    .option('--remove <name>', 'take that preview away', parsePreviewName)
    .action((app, { name, remove, ...flags }) => {
      if (app !== undefined && name !== undefined && remove === undefined) {
        return change({ name: 'preview', app, preview: name }, flags);
      }
      if (remove !== undefined && app === undefined && name === undefined) {
        return change({ name: 'preview-remove', preview: remove }, flags);
      }
      throw new UsageError('"preview" takes an app and --name <name>, or --remove <name> alone.');
    });
  changing('compose', 'compose the live releases again, for instance with new prices').action(
    (flags) => change({ name: 'compose' }, flags),
  );
  changing('settings', 'public address, price service, signals and budget of the site')
    .option('--site-url <address>', '"none" for a site on this machine only', parseSiteUrl)
    .option('--prices-url <address>', '"none" for the embedded service', parsePricesUrl)
    .option('--signals <address>', 'where pages send what visits came to', parseSignals)
    .option('--budget <limit>', 'bytes for an app or page; repeatable', repeatable(parseLimit))
    .addHelpText(
      'after',
      '\nSuch as --signals /_signals=10, which is the embedded collector for 10 % of the visits,\n--budget pricing.script=7300 or --budget index.html.html=none.',
    )
    .action(({ dryRun, json, budget: limits = [], ...addresses }) =>
      limits.length > 0 || Object.keys(addresses).length > 0
        ? change({ name: 'settings', change: { ...addresses, limits } }, { dryRun, json })
        : act({ kind: 'settings', json }),
    );
  changing('prune', 'remove what has not been live for long; never what is in use')
    .option('--keep-days <days>', 'how long', parseDays, 30)
    .option('--reason <reason>', 'why less than a day is enough', parseReason)
    .action(({ keepDays, reason, ...flags }) => {
      if (keepDays < 1 && reason === undefined) {
        throw new UsageError(
          'Open tabs use the files of their releases; keep a day, or say why not with --reason.',
        );
      }
      return change({ name: 'prune', keepDays, reason }, flags);
    });
  looking('status', 'what is live')
    .addOption(new Option('--watch', 'follow it, and a canary, until Ctrl-C').conflicts('json'))
    .action(({ json, watch }) => act({ kind: 'status', json, watch }));
  looking('history', 'what happened').action(({ json }) => act({ kind: 'history', json }));
  looking('faults', 'what fails most in visitors’ browsers, by the line of its source').action(
    ({ json }) => act({ kind: 'faults', json }),
  );
  looking('explain', 'a stack of a visitor’s browser or a log, with its sources')
    .argument('[file]', 'in place of standard input', parsePath)
    .action((file, { json }) => act({ kind: 'explain', file, json }));
  looking('maps', 'the scripts and source maps that visitors get, for an error tracker')
    .argument('<app>')
    .requiredOption('--out <folder>', 'that they are written into', parsePath)
    .action((app, { out, json }) => act({ kind: 'maps', app, out, json }));
  looking('verify', 'every file in use against its hash, every page composed again')
    .option('--store', 'of 32 who create the same object at once, one wins')
    .action(({ store, json }) => act({ kind: 'verify', store, json }));

  // commands/release.ts carries these out, which knows the server.
  const nginx = program
    .command('nginx')
    .description('a complete configuration of nginx for this store and its services')
    .option('--out <file>', 'in place of the terminal', parsePath)
    .option(
      '--services <address>',
      'where "npm start" answers, for services without an address of their own (SUBSCRIPTION_URL, MANAGER_URL, STORE_UI_URL)',
      parseServices,
    )
    .option(
      '--server <address>',
      'a server that runs "serve" and answers everything behind nginx; repeatable',
      repeatable(parseServer),
    )
    .option('--resolver <address>', 'a name server; repeatable', repeatable(parseNameServer))
    .option('--listen <port>', 'or <address>:<port>; 8080, with a certificate 443', parseListen)
    .option('--tls-certificate <file>', 'TLS and HTTP/2 for SITE_URL, with --tls-key', parsePath)
    .option('--tls-key <file>', 'of the certificate', parsePath)
    .option('--redirect-listen <port>', 'where plain HTTP is sent on to TLS; 80', parseListen)
    .option('--user <name>', 'account of the workers', parseAccount)
    .option('--run-folder <folder>', 'place of its own files', parsePath)
    .option('--modules <folder>', 'place of its modules', parsePath, '/usr/lib/nginx/modules');
  const hosts = ['cloudfront', 'netlify', 'cloudflare', 'nginx'] as const;
  const headers = program
    .command('headers')
    .description('the headers of what is live, for a CDN or host before a bucket')
    .addOption(new Option('--for <host>').choices(hosts).makeOptionMandatory());
  return { program, nginx, headers };
}

/** What is wrong with what was typed, in one sentence. */
function formatTyped({ message }: CommanderError): string {
  const text = message.replace(/^error: ./, (start) => start.slice(-1).toUpperCase());
  const sentence = text.replace('\n', ' ');
  return sentence.endsWith('.') ? sentence : `${sentence}; "help" lists what there is.`;
}

const allCommands = () => createProgram([], () => Promise.resolve());

/** What was typed after commands that are carried out elsewhere. @throws UsageError with one sentence */
export const readNginxOptions = (args: readonly string[]) =>
  allCommands()
    .nginx.parse([...args], { from: 'user' })
    .opts();
export const readHeadersOptions = (args: readonly string[]) =>
  allCommands()
    .headers.parse([...args], { from: 'user' })
    .opts();

/**
 * npm keeps an option for itself that is typed without the `--` before it, and leaves it in the
 * environment: the command would run without it.
 * @throws UsageError naming the option and what to type
 */
export function refuseSwallowedOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const { commands } = allCommands().program;
  for (const option of commands.flatMap(({ options }) => options.map(({ long }) => long ?? ''))) {
    const value = environment[`npm_config_${option.slice(2).replaceAll('-', '_')}`];
    if (value === undefined || value === '' || args.includes(option)) continue;
    throw new UsageError(
      `npm kept ${option} for itself; type "--" before the command: npm run release -- ${[...args, option].join(' ')}`,
    );
  }
}
