import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findApps } from '@composed/apps';
import { UsageError } from '@composed/command/errors';
import { addRemote, parseRemoteName } from '../new/add-remote';
import { addSite } from '../new/add-site';
import { askWhatItShows } from '../new/ask';
import { bundlers, type Choices, componentOf, frameworks, styleTools } from '../new/templates';
import { terminal } from '@composed/command/terminal';
import { repositoryRoot as root } from '@composed/apps/this-repository';
import { packagesFor } from '../pack/inherited-files';
import { packWatched } from '../pack/pack';
import { parsePath } from '@composed/release/commands/option-parsers';
import { oneOf, type Program, typedFor } from '@composed/command/usage';

/** Text that a shell takes for one word. */
const quoteForShell = (text: string) =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A folder outside of this repository, if it is one. On Windows the path to another drive is absolute. */
function parseOutside(text: string): string {
  const folder = parsePath(text);
  if (findApps().length === 0) return folder;
  const fromRoot = path.relative(root, folder);
  if (/^\.\.(?:[/\\]|$)/.test(fromRoot) || path.isAbsolute(fromRoot)) return folder;
  throw new UsageError(`${folder} is inside this repository: name a folder beside it.`);
}

/** @param folder of a repository of its own */
async function makeSite(folder: string, isRegistry = false) {
  const packs = (into: string) => packWatched(root, into, false, packagesFor.site);
  const isPacked = !isRegistry && existsSync(path.join(root, 'package.json'));
  const files = await addSite(root, folder, isPacked ? packs : () => Promise.resolve([]));
  terminal.write(`${files.map((file) => `  ${file}\n`).join('')}\
The site is ready. See it with: cd ${quoteForShell(folder)} && npm start\n`);
}

const ofSite = ['--site <folder>', 'write another site, into a repository of its own'] as const;
const registryHasThem = ['--registry', 'pack no packages: a registry has them'] as const;

/** `composed new` where no site is yet. */
export const newSite = (program: Program) =>
  program
    .requiredOption(...ofSite, parsePath)
    .option(...registryHasThem)
    .action(({ site, registry }) => makeSite(site, registry));

/** @throws UsageError for options that do not go together */
function refuseContradictions({ framework, bundler, styles, slot, page, part }: Choices): void {
  if (framework && bundler !== 'webpack')
    throw new UsageError('--framework is made for webpack: leave --bundler out.');
  if (styles && bundler === 'vite')
    throw new UsageError(
      '--styles is made for webpack and Rspack; for Vite, add the plugin of the tool to vite.config.ts.',
    );
  if (framework && styles)
    throw new UsageError('--styles is made for the host’s React: leave --framework out.');
  if ([slot, page, part].filter(Boolean).length > 1)
    throw new UsageError('A remote begins with one of --slot, --page and --part.');
}

/** @throws UsageError when it cannot be the address of a page */
function parsePage(text: string): string {
  if (/^(?:\/:?[a-z0-9][\w-]*)+$/i.test(text)) return text;
  throw new UsageError(
    `"${text}" cannot be the address of a page, such as /reviews or /reviews/:id.`,
  );
}

async function askAtTerminal(name: string) {
  const reader = createInterface({ input: process.stdin });
  try {
    const choices = await askWhatItShows(name, (question) => {
      terminal.write(question);
      return reader.question('');
    });
    if (choices.page !== undefined) parsePage(choices.page);
    return choices;
  } finally {
    reader.close();
  }
}

/** The end of the sentence that says how to publish a remote: who else has to do what before it is seen. */
function howItIsShown(name: string, { page, part }: Choices, files: readonly string[]): string {
  const [, prefix = ''] = /^(\/[^/:]*)/.exec(page ?? '') ?? [];
  if (page) {
    return `.
It is seen once the host grants its address, in site-config.tsx (createPages of @composed/host/pages):
  pages: createPages({ grants: [{ prefix: '${prefix}', app: '${name}' }], routeOf: (page) => page }),`;
  }
  if (part) {
    const id = `${name}/${componentOf(name, 'part')}`;
    return `.
It is seen in a module whose entry in package.json says "parts": { "${id}": true }, and that renders (@composed/contracts/Part):
  <Part id="${id}" />
To give it more, such as stars={5}, its own entry says "given": { "stars": "number" }.`;
  }
  return files.some((file) => file.endsWith('/remotes.tsx'))
    ? ', then host from here, which shows it.'
    : ', and the host shows it in its slot.';
}

interface Options extends Choices {
  readonly repository?: string | undefined;
  readonly registry?: true | undefined;
  readonly dryRun?: true | undefined;
}

/** Makes a remote, here or in a repository of its own, and prints its files and what comes next. */
async function makeRemote(name: string, { repository, registry, dryRun, ...options }: Options) {
  refuseContradictions(options);
  const isAsked = process.stdin.isTTY && !dryRun && !options.page && !options.part;
  const choices =
    isAsked && !options.slot ? { ...options, ...(await askAtTerminal(name)) } : options;
  const packages = path.join(repository ?? '', 'packages');
  const packing = { pack: () => packWatched(root, packages, false, packagesFor.remote) };
  const ownRepository = repository
    ? { folder: repository, ...(registry ? {} : packing) }
    : undefined;
  const files = await addRemote(root, name, ownRepository, { ...choices, dryRun });
  const isOwn = (file: string) => path.isAbsolute(file) || file.startsWith(`remote-${name}/`);
  const lines = files.map((file) => `  ${isOwn(file) ? 'writes' : 'edits '} ${file}\n`).join('');
  if (dryRun) {
    terminal.write(`${lines}This was a dry run; none of it was written.\n`);
    return;
  }
  const source = registry
    ? 'Its packages come from your registry: publish there first what npm run pack -- --registry makes.'
    : `Its packages are in ${packages}.`;
  const next = repository ? `${source}\n${nextThere(repository)}` : nextHere(name, choices);
  const instructions = howItIsShown(name, choices, files);
  terminal.write(`${lines}The remote ${name} is ready. ${next}${instructions}\n`);
}

const nextThere = (folder: string) =>
  `See it alone with: cd ${quoteForShell(folder)} && npm install && npm start
Publish it there with: npm run release -- publish (its README says how it finds the store)`;

function nextHere(name: string, { framework, styles, bundler }: Choices): string {
  const brings = framework !== undefined || styles !== undefined || bundler !== 'webpack';
  return `${brings ? 'Install what it brings with: npm install\n' : ''}See it alone with: npm start -w remote-${name}
Publish it with: npm run release -- publish ${name}`;
}

export const command = (program: Program) =>
  program
    .argument('[name]', 'name of the remote, such as reviews', parseRemoteName)
    .option(
      '--repository <folder>',
      'write it into a repository of its own, with the packages, packed',
      parseOutside,
    )
    .option(...ofSite, parseOutside)
    .option(...registryHasThem)
    .option(
      '--bundler <name>',
      `build it with ${bundlers.join(' or ')}`,
      oneOf('bundler', bundlers),
      'webpack',
    )
    .option(
      '--framework <name>',
      `bring one in place of the host’s React: ${frameworks.join(', ')}`,
      oneOf('framework', frameworks),
    )
    .option(
      '--styles <tool>',
      `use it in place of CSS modules: ${styleTools.join(', ')}`,
      oneOf('tool', styleTools),
    )
    .option('--slot <name>', 'slot of the host, where that opens several for it')
    .option('--page <path>', 'make it a page, such as /reviews, in place of a section', parsePage)
    .option('--part', 'make it a part that other modules hold, in place of a section')
    .option('--dry-run', 'print which files it writes, and write none')
    .action((name, { site, ...options }) => {
      const { repository, registry, dryRun } = options;
      if (site !== undefined && name === undefined && !dryRun) return makeSite(site, registry);
      if (site !== undefined && name === undefined) {
        throw new UsageError('--dry-run goes with a remote: a site is a folder of its own.');
      }
      if (site !== undefined) throw new UsageError('Name a remote, or --site <folder>, not both.');
      if (name === undefined) {
        const { page, part } = options;
        const kind = page ? ` --page ${page}` : part ? ' --part' : '';
        throw new UsageError(`Name the remote first: ${typedFor('new')} reviews${kind}`);
      }
      if (repository === undefined && registry) {
        throw new UsageError('--registry goes with --repository <folder>.');
      }
      return makeRemote(name, options);
    });
