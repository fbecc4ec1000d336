import path from 'node:path';
import { addRemote } from '../new/add-remote';
import { runCommand } from '../terminal';

/* `npm run new -- <name>`: a new remote, with its folder, its rows in the tables and its props. */
runCommand(async ([name = '', ...rest]) => {
  if (name === '' || rest.length > 0) throw new Error('Name one remote: npm run new -- reviews');
  const files = await addRemote(path.join(import.meta.dirname, '../..'), name);
  process.stdout.write(`${files.map((file) => `  ${file}\n`).join('')}\
The remote ${name} is ready. See it alone with: npm start -w remote-${name}
Publish it with: npm run release -- publish ${name}, then host, which shows it.\n`);
});
