import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findApps } from '@composed/apps';
import { UsageError } from '@composed/command/errors';
import { addRemote, parseRemoteName } from '../new/add-remote';
import { addSite } from '../new/add-site';
import { askRemoteKind } from '../new/ask-remote-kind';
import {
  bundlers,
  type RemoteOptions,
  componentOf,
  frameworks,
  styleTools,
} from '../new/remote-templates';
import { terminal } from '@composed/command/terminal';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { listNeededPackages } from '../pack/inherited-files';
import { packWithProgress } from '../pack/pack-packages';
import { parsePath } from '@composed/command/option-parsers';
import { oneOf, type CommandBuilder, typedFor } from '@composed/command/usage';

/** Quotes a text for a POSIX shell where necessary. */
const quoteForShell = (text: string) =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @throws UsageError for a folder inside this repository, if the repository has apps */
function parseOutside(text: string): string {
  const folder = parsePath(text);
  if (findApps().length === 0) return folder;
  const fromRoot = path.relative(getRepositoryRoot(), folder);
  // On Windows the relative path to another drive is absolute.
  if (/^\.\.(?:[/\\]|$)/.test(fromRoot) || path.isAbsolute(fromRoot)) return folder;
  throw new UsageError(`${folder} is inside this repository: name a folder beside it.`);
}

/** Writes another site. @param isRegistry whether a registry has the platform's packages, so that none are packed */
async function createSite(folder: string, isRegistry = false) {
  const root = getRepositoryRoot();
  const packInto = (target: string) =>
    packWithProgress(root, target, false, listNeededPackages('site'));
  const isPacked = !isRegistry && existsSync(path.join(root, 'package.json'));
  const files = await addSite(root, folder, isPacked ? packInto : () => Promise.resolve([]));
  terminal.write(`${files.map((file) => `  ${file}\n`).join('')}\
The site is ready. See it with: cd ${quoteForShell(folder)} && npm start\n`);
}

const siteOption = ['--site <folder>', 'create another site, in a repository of its own'] as const;
const registryOption = [
  '--registry',
  'do not pack the platform’s packages; install them from a registry',
] as const;

/** `composed new` in a folder without a site. */
export const newSite = (program: CommandBuilder) =>
  program
    .requiredOption(...siteOption, parsePath)
    .option(...registryOption)
    .action(({ site, registry }) => createSite(site, registry));

/** @throws UsageError for options that exclude each other */
function refuseContradictions({
  framework,
  bundler,
  styles,
  slot,
  page,
  part,
}: RemoteOptions): void {
  if (framework && bundler !== 'webpack')
    throw new UsageError('--framework works only with webpack: leave out --bundler.');
  if (styles && bundler === 'vite')
    throw new UsageError(
      '--styles works only with webpack and Rspack; for Vite, add the tool’s plugin to vite.config.ts.',
    );
  if (framework && styles)
    throw new UsageError('--styles works only with the host’s React: leave out --framework.');
  if ([slot, page, part].filter(Boolean).length > 1)
    throw new UsageError('A remote begins with one of --slot, --page and --part.');
}

/** @throws UsageError for a text that is not a page's path */
function parsePage(text: string): string {
  if (/^(?:\/:?[a-z0-9][\w-]*)+$/i.test(text)) return text;
  throw new UsageError(
    `"${text}" cannot be the address of a page, such as /reviews or /reviews/:id.`,
  );
}

async function askAtTerminal(name: string) {
  const reader = createInterface({ input: process.stdin });
  try {
    const choices = await askRemoteKind(name, (question) => {
      terminal.write(question);
      return reader.question('');
    });
    if (choices.page !== undefined) parsePage(choices.page);
    return choices;
  } finally {
    reader.close();
  }
}

/** The end of the sentence on how to publish a remote: what the host, or a module, must do to show it. */
function formatShownBy(
  name: string,
  { page, part }: RemoteOptions,
  files: readonly string[],
): string {
  const [, prefix = ''] = /^(\/[^/:]*)/.exec(page ?? '') ?? [];
  if (page) {
    return `.
Visitors see it once the host grants its address in site-config.tsx (createPages of @composed/host/pages):
  pages: createPages({ grants: [{ prefix: '${prefix}', app: '${name}' }], toRoute: (page) => page }),`;
  }
  if (part) {
    const id = `${name}/${componentOf(name, 'part')}`;
    return `.
Visitors see it in a module whose entry in package.json has "parts": { "${id}": true }, and that renders (@composed/contracts/Part):
  <Part id="${id}" />
To pass it props, such as stars={5}, add to its own entry "given": { "stars": "number" }.`;
  }
  return files.some((file) => file.endsWith('/modules.tsx'))
    ? ', then publish host from here, which shows it.'
    : ', and the host shows it in its slot.';
}

interface Options extends RemoteOptions {
  readonly repository?: string | undefined;
  readonly registry?: true | undefined;
  readonly dryRun?: true | undefined;
}

/** Creates a remote, here or in a repository of its own, and prints its files and the next commands. */
async function createRemote(name: string, { repository, registry, dryRun, ...options }: Options) {
  refuseContradictions(options);
  const root = getRepositoryRoot();
  const hasKind = [options.page, options.part, options.slot].some(Boolean);
  const shouldAsk = process.stdin.isTTY && !dryRun && !hasKind;
  const choices = shouldAsk ? { ...options, ...(await askAtTerminal(name)) } : options;
  const packages = path.join(repository ?? '', 'packages');
  const packing = {
    pack: () => packWithProgress(root, packages, false, listNeededPackages('remote')),
  };
  const ownRepository = repository
    ? { folder: repository, ...(registry ? {} : packing) }
    : undefined;
  const files = await addRemote(root, name, ownRepository, { ...choices, dryRun });
  const isOwn = (file: string) => path.isAbsolute(file) || file.startsWith(`remote-${name}/`);
  const lines = files.map((file) => `  ${isOwn(file) ? 'writes' : 'edits '} ${file}\n`).join('');
  if (dryRun) {
    terminal.write(`${lines}This was a dry run; nothing was written.\n`);
    return;
  }
  const source = registry
    ? 'Its packages come from your registry: publish the output of npm run pack -- --registry there first.'
    : `Its packages are in ${packages}.`;
  const nextSteps = repository
    ? `${source}\n${formatStepsThere(repository)}`
    : formatStepsHere(name, choices);
  const shownBy = formatShownBy(name, choices, files);
  terminal.write(`${lines}The remote ${name} is ready. ${nextSteps}${shownBy}\n`);
}

const formatStepsThere = (folder: string) =>
  `See it alone with: cd ${quoteForShell(folder)} && npm install && npm start
Publish it there with: npm run release -- publish (its README says how it finds the store)`;

function formatStepsHere(name: string, { framework, styles, bundler }: RemoteOptions): string {
  const hasPackages = framework !== undefined || styles !== undefined || bundler !== 'webpack';
  return `${hasPackages ? 'Install its packages with: npm install\n' : ''}See it alone with: npm start -w remote-${name}
Publish it with: npm run release -- publish ${name}`;
}

interface Flags extends Options {
  readonly site?: string | undefined;
}

/** @throws UsageError without a name, or for options that exclude each other */
function createSiteOrRemote(name: string | undefined, { site, ...options }: Flags) {
  const { repository, registry, dryRun, page, part } = options;
  if (site !== undefined) {
    if (name !== undefined) throw new UsageError('Name a remote, or --site <folder>, not both.');
    if (dryRun)
      throw new UsageError('--dry-run goes with a remote: a site is a folder of its own.');
    return createSite(site, registry);
  }
  if (name === undefined) {
    const pageFlag = page ? ` --page ${page}` : '';
    const kindFlag = part && !page ? ' --part' : pageFlag;
    throw new UsageError(`Name the remote first: ${typedFor('new')} reviews${kindFlag}`);
  }
  if (repository === undefined && registry) {
    throw new UsageError('--registry goes with --repository <folder>.');
  }
  return createRemote(name, options);
}

export const command = (program: CommandBuilder) =>
  program
    .argument('[name]', 'name of the remote, such as reviews', parseRemoteName)
    .option(
      '--repository <folder>',
      'create it in a repository of its own, with the platform’s packages',
      parseOutside,
    )
    .option(...siteOption, parseOutside)
    .option(...registryOption)
    .option(
      '--bundler <name>',
      `bundler of the remote: ${bundlers.join(', ')}`,
      oneOf('bundler', bundlers),
      'webpack',
    )
    .option(
      '--framework <name>',
      `framework to use instead of the host’s React: ${frameworks.join(', ')}`,
      oneOf('framework', frameworks),
    )
    .option(
      '--styles <tool>',
      `styling tool to use instead of CSS modules: ${styleTools.join(', ')}`,
      oneOf('tool', styleTools),
    )
    .option('--slot <name>', 'the host’s slot that it fills, if the host opens several')
    .option('--page <path>', 'make it a page, such as /reviews, instead of a section', parsePage)
    .option('--part', 'make it a part of other modules, instead of a section')
    .option('--dry-run', 'print which files would be written, without writing them')
    .action(createSiteOrRemote);
