import path from 'node:path';
import { parseArgs } from 'node:util';
import { terminal } from '../output';
import { pack } from '../pack/pack';
import { runCommand } from '../terminal';

/*
 * `npm run pack [-- <folder>]`: the packages that other repositories install, as tarballs in dist/packages, with a
 * version that follows their content; with --registry, with the one that a registry gets.
 */
runCommand(async (args) => {
  const registry = { type: 'boolean', default: false } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { registry },
    allowPositionals: true,
  });
  const [folder = 'dist/packages', ...rest] = positionals;
  if (rest.length > 0) throw new Error('Name one folder: npm run pack -- <folder>');
  const packed = await pack(path.join(import.meta.dirname, '../..'), folder, values.registry);
  terminal.write(packed.map(({ file }) => `${file}\n`).join(''));
});
