import path from 'node:path';
import { pack } from '../pack/pack';
import { runCommand } from '../terminal';

/* `npm run pack [-- <folder>]`: the packages that other repositories install, as tarballs in dist/packages. */
runCommand(async ([folder = 'dist/packages', ...rest]) => {
  if (rest.length > 0) throw new Error('Name one folder: npm run pack -- <folder>');
  const tarballs = await pack(path.join(import.meta.dirname, '../..'), folder);
  process.stdout.write(tarballs.map((file) => `${file}\n`).join(''));
});
