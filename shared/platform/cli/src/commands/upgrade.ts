import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { findApps, isHost } from '@composed/apps';
import { repositoryRoot as root } from '@composed/apps/shared-packages';
import { readPackage } from '@composed/apps/workspaces';
import { terminal } from '@composed/command/output';
import { npmCommand } from '@composed/command/packages.mjs';
import type { Program } from '@composed/command/usage';
import { parsePath } from '@composed/release/cli/option-parsers';
import path from 'node:path';
import { valuesOf } from '../new/add-site';
import { fetchNewest, upgrade } from '../upgrade/upgrade';

/** Lines under a title, if there are any. */
const under = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;

export const command = (program: Program) =>
  program
    .argument(
      '[folder]',
      'folder of the newer packages, as "pack" fills it; else a registry’s',
      parsePath,
    )
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (named, { dryRun = false }) => {
      const { name } = readPackage(path.join(root, 'package.json'));
      const written = findApps().some(isHost)
        ? ([['common', 'site'], valuesOf(root, name)] as const)
        : ([['common', 'repository'], {}] as const);
      const folder = named ?? (await mkdtemp(path.join(tmpdir(), 'newest-')));
      if (named === undefined) await fetchNewest(root, folder);
      const { packages, formats, changes, ...files } = await upgrade(
        ...([root, folder, written, dryRun] as const),
      );
      if (named === undefined) await rm(folder, { recursive: true });
      if (!dryRun) {
        const [npm, before] = npmCommand();
        await promisify(execFile)(npm, [...before, 'install', '--no-audit'], { cwd: root });
      }
      if (packages.length === 0) {
        terminal.write('The packages here are the same.\n');
        return;
      }
      const done = dryRun ? 'Would be changed' : 'Changed';
      terminal.write(
        [
          under(`${done}:`, packages),
          under('What is new:', changes),
          under(`${done} with the template, since nobody edited them here:`, files.written),
          under('Yours to compare, edited here and changed in the template:', files.toCompare),
          under(
            'Formats; upgrade every publisher, server and repository of this site together:',
            formats,
          ),
          dryRun ? '' : 'Now run: npm test, then npm run release -- publish --all\n',
        ].join(''),
      );
    });
