import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const packageNames = v.optional(v.record(v.string(), v.string()), {});
const lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      resolved: v.optional(v.string()),
      dependencies: packageNames,
      devDependencies: packageNames,
      optionalDependencies: packageNames,
    }),
  ),
});

const file = path.join(import.meta.dirname, '../../package-lock.json');
const { packages } = v.parse(lockfile, JSON.parse(readFileSync(file, 'utf8')));
const entries = Object.entries(packages);

test('our own packages ask for exact versions', () => {
  const ours = entries.filter(([place]) => !place.includes('node_modules/'));
  const ranges = ours
    .flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    .filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version));
  expect(ours.length).toBeGreaterThan(3);
  expect(ranges).toEqual([]);
});

test('the lockfile holds no address of a registry', () => {
  const addresses = entries.filter(([, { resolved = '' }]) => /^[a-z+]+:/i.test(resolved));
  expect(addresses).toEqual([]);
});

/** Looks for a package as Node does: below the one that needs it, beside it, then further up. */
function isLocked(from: string, name: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  const end = from.lastIndexOf('/node_modules/');
  return from !== '' && isLocked(from.slice(0, Math.max(0, end)), name);
}

test('the lockfile names the parts for every kind of machine', () => {
  // npm leaves out those that it could not find, and `npm ci` then refuses the file elsewhere.
  const missing = entries.flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(place, name))
      .map((name) => `${place} lacks ${name}`),
  );
  expect(missing).toEqual([]);
});
