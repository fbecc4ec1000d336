import { Argument, type Command, Option } from '@commander-js/extra-typings';
import { UsageError } from '@composed/command/errors';
import { repeatable } from '@composed/command/option-parsers';
import type { CanaryOptions, SiteCommand } from '../change/plan/site-command';
import { oneOf } from '@composed/command/usage';
import {
  parseApp,
  parseDays,
  parseLimit,
  parseMinutes,
  parseFolder,
  parsePreviewName,
  parseDatum,
  parseReason,
  parseShare,
  parseTelemetry,
  parseSiteUrl,
} from './release-options';

type Flags = Readonly<Partial<Record<'dryRun' | 'json', true | undefined>>>;

type CanaryFlags = Readonly<Partial<Record<'canary' | 'promoteAfter', number | undefined>>>;

function readCanaryOptions({
  canary: share,
  promoteAfter: promoteAfterOption,
}: CanaryFlags): CanaryOptions | null {
  if (share !== undefined) return { share, promoteAfter: promoteAfterOption };
  if (promoteAfterOption === undefined) return null;
  throw new UsageError('"--promote-after" needs --canary.');
}

/** If the repository has only one app, a command need not name it. */
const findOnlyApp = (apps: readonly string[]) => (apps.length === 1 ? apps[0] : undefined);

/** The argument that names an app of the site. */
export function createAppArgument(apps: readonly string[]) {
  const argument = new Argument('<app>', 'an app of the site').argParser(parseApp);
  const onlyApp = findOnlyApp(apps);
  if (onlyApp !== undefined) argument.argOptional().default(onlyApp);
  return argument;
}

/** Creates a command that changes the site, and adds it to the program. */
type AddChange = (name: string, about: string) => Command<[], Flags>;

/** The parts that these commands share. */
interface Context {
  readonly addChange: AddChange;
  readonly apps: readonly string[];
  readonly executeChange: (command: SiteCommand, flags: Flags) => Promise<void>;
}

const createSkipSmokeTestOption = () =>
  new Option(
    '--skip-smoke-test <reason>',
    'do not smoke-test changed pages in a browser',
  ).argParser(parseReason);
/** The earlier name of `--skip-smoke-test`, which scripts of teams still use. */
const createSkipHydrationOption = () =>
  Object.assign(new Option('--skip-hydration <reason>').argParser(parseReason).hideHelp(), {
    attributeName: () => 'skipSmokeTest',
  });
const createCanaryOption = () =>
  new Option('--canary <share>', 'show it to 1 to 99 per cent of the visitors').argParser(
    parseShare,
  );
const createPromoteAfterOption = () =>
  new Option(
    '--promote-after <minutes>',
    'promote the canary automatically after this time, such as 60m',
  ).argParser(parseMinutes);

/** @throws UsageError unless the apps to publish are named in exactly one way */
function chooseApps(
  typed: readonly string[],
  { all, from }: { readonly all?: true | undefined; readonly from?: readonly string[] | undefined },
  apps: readonly string[],
): readonly string[] {
  const onlyApp = findOnlyApp(apps);
  const targets = typed.length === 0 && onlyApp !== undefined && !all && !from ? [onlyApp] : typed;
  const ways = [targets.join(' '), all && '--all', from && '--from'].filter(Boolean);
  if (ways.length > 1)
    throw new UsageError(`"publish" takes one of these, not both: ${ways.join(' and ')}.`);
  if (ways.length === 0)
    throw new UsageError(
      `"publish" takes one or more of ${apps.join(', ')}, or --all, or --from <folder>.`,
    );
  return all ? apps : targets;
}

function addPublish({ addChange, apps, executeChange }: Context): void {
  addChange('publish', 'build what changed, check, compose, upload, and go live')
    .addArgument(
      new Argument('[apps...]', 'apps of this checkout')
        .choices(apps)
        .argParser(repeatable(oneOf('app of this checkout', apps))),
    )
    .option('--all', 'publish every app of this checkout')
    .option('--over-budget <reason>', 'accept a release over budget', parseReason)
    .option(
      '--allow-no-rollback <reason>',
      'accept a release after which a rollback is impossible',
      parseReason,
    )
    .option('--skip-types <reason>', 'do not check types', parseReason)
    .addOption(createSkipSmokeTestOption())
    .addOption(createSkipHydrationOption())
    .option(
      '--from <folder>',
      'publish a release that was built elsewhere, checked like any other; repeatable',
      repeatable(parseFolder),
    )
    .option(
      '--replace <reason>',
      'replace an app whose releases come from another repository',
      parseReason,
    )
    .addOption(createCanaryOption())
    .addOption(createPromoteAfterOption())
    .addHelpText(
      'after',
      '\nReasons are kept in the history. With telemetry, a canary that harms visitors is aborted automatically.',
    )
    .action((typed, { all, from, allowNoRollback: noRollback, ...flags }) => {
      const chosenApps = chooseApps(typed, { all, from }, apps);
      const canary = readCanaryOptions(flags);
      if (canary && (from ?? chosenApps).length > 1)
        throw new UsageError('"--canary" takes one app.');
      const { overBudget, skipTypes, skipSmokeTest, replace } = flags;
      const reasons = { overBudget, noRollback, skipTypes, skipSmokeTest, replace };
      return executeChange({ name: 'publish', apps: chosenApps, from, canary, reasons }, flags);
    });
}

function addRollback({ addChange, apps, executeChange }: Context): void {
  addChange(
    'rollback',
    'go back to the previous release, or to a given one; repeat it to go further back',
  )
    .addArgument(createAppArgument(apps))
    .option('--to <version>', 'a version that was live, or its beginning')
    .addOption(createCanaryOption())
    .addOption(createPromoteAfterOption())
    .action((app, { to = null, ...flags }) =>
      executeChange({ name: 'rollback', app, to, canary: readCanaryOptions(flags) }, flags),
    );
}

function addCanary({ addChange, executeChange }: Context): void {
  addChange('canary', 'show the canary to another share of the visitors')
    .addArgument(new Argument('<share>').argParser(parseShare))
    .action((share, flags) => executeChange({ name: 'canary', share }, flags));
  addChange('promote', 'put the pages of the canary live, as they are').action((flags) =>
    executeChange({ name: 'promote' }, flags),
  );
  addChange('abort', 'end the canary')
    .option('--reason <reason>', 'the reason, for the history', parseReason)
    .action(({ reason = null, ...flags }) => executeChange({ name: 'abort', reason }, flags));
}

function addRemoval({ addChange, executeChange }: Context): void {
  addChange('remove', 'remove an app that no page shows; "rollback" brings it back')
    .argument('<app>', 'an app of the site', parseApp)
    .option('--shown', 'remove it even if a page shows it, which leaves its slots empty')
    .addOption(createSkipSmokeTestOption())
    .addOption(createSkipHydrationOption())
    .action((app, { shown, skipSmokeTest, ...flags }) =>
      executeChange({ name: 'remove', app, shown, reasons: { skipSmokeTest } }, flags),
    );
}

function addPreview({ addChange, apps, executeChange }: Context): void {
  addChange('preview', 'show the site with one build under /preview/<name>/')
    .addArgument(new Argument('[app]').choices(apps).argParser(oneOf('app of this checkout', apps)))
    .option('--name <name>', 'name of the preview', parsePreviewName)
    .option('--remove <name>', 'remove that preview', parsePreviewName)
    .action((typed, { name, remove, ...flags }) => {
      const chosen = typed ?? findOnlyApp(apps);
      if (chosen !== undefined && name !== undefined && remove === undefined)
        return executeChange({ name: 'preview', app: chosen, preview: name }, flags);
      if (remove !== undefined && typed === undefined && name === undefined)
        return executeChange({ name: 'preview-remove', preview: remove }, flags);
      throw new UsageError('"preview" takes an app and --name <name>, or --remove <name> alone.');
    });
}

function addSettings({ addChange, executeChange }: Context): void {
  addChange('settings', 'change public address, data, telemetry and budgets, or show them')
    .option(
      '--site-url <address>',
      'public address; "none" for a site on this machine only',
      parseSiteUrl,
    )
    .option(
      '--data <name=address>',
      'source of JSON data that the host asks for; repeatable',
      repeatable(parseDatum),
    )
    .option(
      '--telemetry <address>',
      'address to which pages report visits and faults',
      parseTelemetry,
    )
    .option('--budget <limit>', 'limit in bytes for an app; repeatable', repeatable(parseLimit))
    .addOption(createSkipSmokeTestOption())
    .addOption(createSkipHydrationOption())
    .addHelpText(
      'after',
      '\nFor instance --data catalog=https://api.example.com/catalog, or catalog=none for the embedded service,\n--telemetry /_telemetry=10, which is the embedded collector for 10 % of the visits,\n--budget reviews.script=7300, or reviews.script=none for the limit in its release.',
    )
    .action(({ siteUrl, data = [], telemetry, budget: limits = [], skipSmokeTest, ...flags }) => {
      const settingsChange = { ...siteUrl, ...telemetry, data, limits };
      return executeChange({ name: 'settings', settingsChange, reasons: { skipSmokeTest } }, flags);
    });
}

function addUpkeep({ addChange, executeChange }: Context): void {
  addChange('compose', 'compose the live releases again, for instance with new data')
    .addOption(createSkipSmokeTestOption())
    .addOption(createSkipHydrationOption())
    .action(({ skipSmokeTest, ...flags }) =>
      executeChange({ name: 'compose', reasons: { skipSmokeTest } }, flags),
    );
  addChange('prune', 'remove releases and pages that are not in use and were last live long ago')
    .option(
      '--keep-days <days>',
      'keep what was live in this many days; at least one, for tabs that are still open',
      parseDays,
      30,
    )
    .action(({ keepDays, ...flags }) => executeChange({ name: 'prune', keepDays }, flags));
}

/** Adds the commands after `npm run release --` that change the site. */
export function addChangeCommands(context: Context): void {
  addPublish(context);
  addRollback(context);
  addCanary(context);
  addRemoval(context);
  addPreview(context);
  addSettings(context);
  addUpkeep(context);
}
