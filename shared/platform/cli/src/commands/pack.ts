import { terminal } from '@composed/command/terminal';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { packWithProgress } from '../pack/pack-packages';
import { parsePath } from '@composed/command/option-parsers';
import type { CommandBuilder } from '@composed/command/usage';

export const command = (program: CommandBuilder) =>
  program
    .argument('[folder]', 'folder for the tarballs, created if missing', parsePath, 'dist/packages')
    .option(
      '--registry',
      'use package versions, as a registry needs them, instead of content hashes',
    )
    .action(async (folder, { registry = false }) => {
      const packed = await packWithProgress(getRepositoryRoot(), folder, registry);
      terminal.write(packed.map(({ file }) => `${file}\n`).join(''));
    });
