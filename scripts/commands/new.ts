import path from 'node:path';
import { parseArgs } from 'node:util';
import { addRemote, bundlers } from '../new/add-remote';
import { pack } from '../pack/pack';
import { runCommand } from '../terminal';

const root = path.join(import.meta.dirname, '../..');

/*
 * `npm run new -- <name>`: a new remote, with its folder, its row in the host's table and its props. With
 * `--repository <folder>` it has a repository of its own, whose packages are in a registry or, with
 * `--packages <folder>`, packed into that folder with the contract of the new remote. With `--bundler rspack` Rspack
 * builds it.
 */
runCommand(async (args) => {
  const text = { type: 'string' } as const;
  const options = { repository: text, packages: text, bundler: text };
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [name = '', ...rest] = positionals;
  if (name === '' || rest.length > 0) throw new Error('Name one remote: npm run new -- reviews');
  const { repository, packages } = values;
  const bundler = bundlers.find((each) => each === (values.bundler ?? 'webpack'));
  if (!bundler) throw new Error(`--bundler is one of: ${bundlers.join(', ')}.`);
  const own =
    repository === undefined
      ? undefined
      : { folder: path.resolve(repository), packages: packages && path.resolve(packages) };
  const files = await addRemote(root, name, own, bundler);
  if (own?.packages !== undefined) await pack(root, own.packages);
  const next = own
    ? `See it alone with: cd ${own.folder} && npm install && npm start
Publish host, which has its row now, and it with: npm run release -- publish ${name}, there.`
    : `See it alone with: npm start -w remote-${name}
Publish it with: npm run release -- publish ${name}, then host, which shows it.`;
  process.stdout.write(`${files.map((file) => `  ${file}\n`).join('')}\
The remote ${name} is ready. ${next}\n`);
});
