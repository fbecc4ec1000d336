import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { writeLock } from './own-repository';

/* The Tractor Store (https://github.com/neuland/tractor-store): what `npm run new -- --site` writes, with three teams. */

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../..');
const sources = join(checkout, 'scripts/tests/tractor-store');

const object = v.record(v.string(), v.unknown());
const isObject = (value: unknown) => v.is(object, value) && !Array.isArray(value);

/** One description over another; what modules there are is said anew. */
function merged(before: unknown, after: unknown, name = ''): unknown {
  if (!isObject(before) || !isObject(after) || name === 'microFrontend') return after;
  const [from, to] = [v.parse(object, before), v.parse(object, after)];
  const all = Object.entries(to).map(([key, value]) => [key, merged(from[key], value, key)]);
  return { ...from, ...Object.fromEntries(all) };
}

/** Writes the sources of the site into a folder, and what makes its packages known to npm. */
export async function writeTractorStore(folder: string): Promise<void> {
  const at = (...names: readonly string[]) => join(folder, ...names);
  const words = ['run', '--silent', 'new', '--', '--site', folder];
  await run('npm', words, { cwd: checkout });
  for (const team of ['explore', 'decide', 'checkout'])
    await cp(at('remote-news'), at(`remote-${team}`), { recursive: true });
  const replaced = ['remote-news', 'host/src/remotes.tsx', 'host/src/routes.test.tsx'];
  const teams = ['explore', 'decide', 'checkout'].map((team) => `remote-${team}/src`);
  const pages = ['HomePage', 'AboutPage', 'FirstStepsPage'].map(
    (each) => `host/src/pages/${each}.tsx`,
  );
  for (const each of [...replaced, ...teams, ...pages])
    await rm(at(each), { recursive: true, force: true });
  for (const file of await readdir(sources, { recursive: true })) {
    if (!file.endsWith('package.json')) continue;
    const [before, after] = [
      await readFile(at(file), 'utf8'),
      await readFile(join(sources, file), 'utf8'),
    ];
    const whole = merged(JSON.parse(before), JSON.parse(after));
    await writeFile(at(file), `${JSON.stringify(whole, null, 2)}\n`);
  }
  await cp(sources, folder, {
    recursive: true,
    filter: (source) => !source.endsWith('package.json'),
  });
  await writeLock(folder);
}
