import { execFile } from 'node:child_process';
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
import { upgrade } from '../upgrade/upgrade';

/** Lines under a title, if there are any. */
const under = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;

export const command = (program: Program) =>
  program
    .argument('<folder>', 'folder of the newer packages, as "pack" fills it', parsePath)
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (folder, { dryRun = false }) => {
      const { name } = readPackage(path.join(root, 'package.json'));
      const values = findApps().some(isHost) ? valuesOf(root, name) : null;
      const { packages, formats, changes, written, toCompare } = await upgrade(
        ...([root, folder, values, dryRun] as const),
      );
      if (packages.length === 0) {
        terminal.write('The packages here are the same.\n');
        return;
      }
      if (!dryRun) {
        const [npm, before] = npmCommand();
        await promisify(execFile)(npm, [...before, 'install', '--no-audit'], { cwd: root });
      }
      const done = dryRun ? 'Would be changed' : 'Changed';
      terminal.write(
        [
          under(`${done}:`, packages),
          under('What is new:', changes),
          under(`${done} with the template, since nobody edited them here:`, written),
          under('Yours to compare, edited here and changed in the template:', toCompare),
          under(
            'Formats; upgrade every publisher, server and repository of this site together:',
            formats,
          ),
          dryRun ? '' : 'Now run: npm test, then npm run release -- publish --all\n',
        ].join(''),
      );
    });
