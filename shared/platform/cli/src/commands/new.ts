import { existsSync } from 'node:fs';
import path from 'node:path';
import { findApps } from '@composed/apps';
import { UsageError } from '@composed/command/errors';
import { addRemote, parseRemoteName } from '../new/add-remote';
import { addSite } from '../new/add-site';
import { bundlers, frameworks, styleTools } from '../new/templates';
import { terminal } from '@composed/command/output';
import { repositoryRoot as root } from '@composed/apps/shared-packages';
import { packagesFor } from '../pack/common';
import { pack } from '../pack/pack';
import { parsePath } from '@composed/release/cli/option-parsers';
import { oneOf, type Program } from '@composed/command/usage';

/** Text that a shell takes for one word. */
const quoteForShell = (text: string) =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A folder outside of this repository, if it is one. On Windows the path to another drive is absolute. */
function parseOutside(text: string): string {
  const folder = parsePath(text);
  if (findApps().length === 0) return folder;
  const place = path.relative(root, folder);
  if (/^\.\.(?:[/\\]|$)/.test(place) || path.isAbsolute(place)) return folder;
  throw new UsageError(`${folder} is inside this repository: name a folder beside it.`);
}

/** @param folder of a repository of its own */
async function makeSite(folder: string, isRegistry = false) {
  const packs = (into: string) => pack(root, into, false, packagesFor.site);
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
    .option('--dry-run', 'print which files it writes, and write none')
    .action(async (name, { site, repository: folder, registry, dryRun, ...choices }) => {
      if (site !== undefined && name === undefined && !dryRun) return makeSite(site, registry);
      if (site !== undefined && name === undefined) {
        throw new UsageError('--dry-run goes with a remote: a site is a folder of its own.');
      }
      if (site !== undefined || name === undefined) {
        throw new UsageError('Name a remote, such as reviews, or --site <folder>, not both.');
      }
      if (folder === undefined && registry) {
        throw new UsageError('--registry goes with --repository <folder>.');
      }
      if (choices.framework && choices.bundler === 'rspack') {
        throw new UsageError('--framework is made for webpack: leave --bundler out.');
      }
      if (choices.framework && choices.styles) {
        throw new UsageError('--styles is made for the host’s React: leave --framework out.');
      }
      const packages = path.join(folder ?? '', 'packages');
      const own = folder
        ? {
            folder,
            ...(registry ? {} : { pack: () => pack(root, packages, false, packagesFor.remote) }),
          }
        : undefined;
      const files = await addRemote(root, name, own, choices, dryRun);
      const isOwn = (file: string) => path.isAbsolute(file) || file.startsWith(`remote-${name}/`);
      const lines = files.map(
        (file) => `  ${file}${isOwn(file) ? '' : ', which is there already'}\n`,
      );
      if (dryRun) {
        terminal.write(`${lines.join('')}This was a dry run; none of it was written.\n`);
        return;
      }
      const isInSlot = !files.some((file) => file.endsWith('/remotes.tsx'));
      const place = registry
        ? 'Its packages come from your registry: publish there first what npm run pack -- --registry makes.'
        : `Its packages are in ${packages}.`;
      const next = own
        ? `${place}
See it alone with: cd ${quoteForShell(own.folder)} && npm install && npm start
Publish it there with: npm run release -- publish (its README says how it finds the store), ${isInSlot ? 'and the host shows it in its slot' : 'then host from here, which shows it'}.`
        : `${choices.framework || choices.styles || choices.bundler === 'rspack' ? 'Install what it brings with: npm install\n' : ''}See it alone with: npm start -w remote-${name}
Publish it with: npm run release -- publish ${name}, ${isInSlot ? 'and the host shows it in its slot' : 'then host, which shows it'}.`;
      terminal.write(`${lines.join('')}\
The remote ${name} is ready. ${next}\n`);
    });
