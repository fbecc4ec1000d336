import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const packageNames = v.optional(v.record(v.string(), v.string()), {});
const lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      link: v.optional(v.boolean(), false),
      dev: v.optional(v.boolean(), false),
      peer: v.optional(v.boolean(), false),
      optional: v.optional(v.boolean(), false),
      dependencies: packageNames,
      devDependencies: packageNames,
      optionalDependencies: packageNames,
    }),
  ),
});

const file = path.join(import.meta.dirname, '../../package-lock.json');
const { packages } = v.parse(lockfile, JSON.parse(readFileSync(file, 'utf8')));
const entries = Object.entries(packages);

test('our own packages require exact versions', () => {
  const ours = entries.filter(([location]) => !location.includes('node_modules/'));
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

test('every package has a hash', () => {
  const fetched = entries.filter(
    ([location, { link }]) => location.includes('node_modules/') && !link,
  );
  const unchecked = fetched.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
  expect(fetched.length).toBeGreaterThan(100);
  expect(unchecked).toEqual([]);
});

test('npm start installs no dev server, test runner or browser', () => {
  const installed = entries
    .filter(
      ([location, { link, dev, peer }]) =>
        location.includes('node_modules/') && !link && !dev && !peer,
    )
    .filter(([, { optional }]) => !optional)
    .map(([location]) => location.replace(/.*node_modules\//, ''));
  expect(installed).toEqual(expect.arrayContaining(['webpack', 'fastify']));
  // A publish opens pages in a browser with this package.
  expect(installed).toContain('playwright-core');
  // The first two are installed by the first command that needs them.
  for (const name of [
    'typescript-7',
    '@aws-sdk/client-s3',
    'webpack-dev-server',
    'jest',
    'knip',
    'oxlint',
  ]) {
    expect(Object.keys(packages)).toContain(`node_modules/${name}`);
    expect(installed).not.toContain(name);
  }
  expect(installed.length).toBeLessThan(250);
  const leftOut = entries.filter(([, { peer, dev, optional }]) => peer && !dev && !optional);
  const isOfBucket = (location: string) =>
    /node_modules\/(?:@aws|@aws-sdk|@smithy|bowser)\b/.test(location);
  expect(leftOut.map(([location]) => location).filter((location) => !isOfBucket(location))).toEqual(
    ['node_modules/@rspack/binding', 'node_modules/@rspack/core'],
  );
});

/** Looks for a package as Node does: below the one that needs it, beside it, then further up. */
function isLocked(from: string, name: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  const end = from.lastIndexOf('/node_modules/');
  return from !== '' && isLocked(from.slice(0, Math.max(0, end)), name);
}

test('the lockfile lists the optional packages of every platform', () => {
  // npm leaves out those that it could not find, and `npm ci` then refuses the file elsewhere.
  const missing = entries.flatMap(([location, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(location, name))
      .map((name) => `${location} lacks ${name}`),
  );
  expect(missing).toEqual([]);
});
