import path from 'node:path';
import { terminal } from '../platform/output';
import { pack } from '../platform/pack/pack';
import { parsePath } from '../platform/release/option-parsers';
import { runProgram } from '../platform/terminal';

const root = path.join(import.meta.dirname, '../..');

runProgram('npm run pack --', 'the packages that other repositories install', (program) =>
  program
    .argument('[folder]', 'for the tarballs; made when it is missing', parsePath, 'dist/packages')
    .option('--registry', 'with the version that a registry gets, not one of their content')
    .action(async (folder, { registry = false }) => {
      const packed = await pack(root, folder, registry);
      terminal.write(packed.map(({ file }) => `${file}\n`).join(''));
    }),
);
