import path from 'node:path';
import { parseArgs } from 'node:util';
import { addRemote, bundlers } from '../new/add-remote';
import { terminal } from '../output';
import { pack } from '../pack/pack';
import { runCommand } from '../terminal';

const root = path.join(import.meta.dirname, '../..');

/*
 * `npm run new -- <name>`: a new remote, with its folder and its row in the host's table. With
 * `--repository <folder>` it has a repository of its own. That brings its packages, packed,
 * unless `--packages <folder>` has another place for them or, with `--registry`, a registry has them. With
 * `--bundler rspack` Rspack builds it.
 */
runCommand(async (args) => {
  const text = { type: 'string' } as const;
  const registry = { type: 'boolean', default: false } as const;
  const options = { repository: text, packages: text, registry, bundler: text };
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [name = '', ...rest] = positionals;
  if (name === '' || rest.length > 0) throw new Error('Name one remote: npm run new -- reviews');
  const bundler = bundlers.find((each) => each === (values.bundler ?? 'webpack'));
  if (!bundler) throw new Error(`--bundler is one of: ${bundlers.join(', ')}.`);
  const folder = values.repository && path.resolve(values.repository);
  if (!folder && (values.packages ?? values.registry)) {
    throw new Error('--packages and --registry go with --repository <folder>.');
  }
  if (values.packages && values.registry) throw new Error('--packages or --registry, not both.');
  const packages = path.resolve(values.packages ?? path.join(folder ?? '', 'packages'));
  const own = folder
    ? { folder, ...(values.registry ? {} : { pack: () => pack(root, packages) }) }
    : undefined;
  const files = await addRemote(root, name, own, bundler);
  const place = values.registry
    ? 'Its packages, @shopwright/release and @shopwright/shared, come from your registry: publish there first what npm run pack -- --registry makes.'
    : `Its packages are in ${packages}.`;
  const next = own
    ? `${place}
See it alone with: cd ${own.folder} && npm install && npm start
Publish host, which has its row now, and it with: npm run release -- publish, there.`
    : `See it alone with: npm start -w remote-${name}
Publish it with: npm run release -- publish ${name}, then host, which shows it.`;
  terminal.write(`${files.map((file) => `  ${file}\n`).join('')}\
The remote ${name} is ready. ${next}\n`);
});
