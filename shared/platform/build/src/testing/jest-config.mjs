// @ts-check
/**
 * The unit tests of a repository, this one or that of a remote: `*.test.ts` in Node, `*.test.tsx` in jsdom. Its
 * jest.config.mjs exports this. Found by package name, since sources and compiled scripts end differently.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { pathAliases } from './path-aliases.mjs';

/** @param {string} module */
const pathOf = (module) => fileURLToPath(import.meta.resolve(module));

/** @param {object} parser of SWC */
const swc = (parser) => [
  pathOf('@swc/jest'),
  {
    swcrc: false,
    jsc: { target: 'es2022', parser, transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
    // A package of ES modules may contain scripts.
    isModule: 'unknown',
    sourceMaps: 'inline',
  },
];

const sources = readdirSync(process.cwd()).filter((name) =>
  /^(?:host|shared|scripts|remote-.+|src)$/.test(name),
);

/**
 * Installed packages whose scripts are ES modules, which jest loads as such from Node 24.9 on.
 * @param {string} folder pnpm has two: of packages that are asked for, and of all
 */
const modulePackagesIn = (folder) =>
  readdirSync(folder)
    .flatMap((name) => {
      if (!name.startsWith('@')) return [name];
      return readdirSync(join(folder, name)).map((each) => `${name}/${each}`);
    })
    .filter((name) => {
      const file = join(folder, name, 'package.json');
      return existsSync(file) && /"type":\s*"module"/.test(readFileSync(file, 'utf8'));
    });
const modulePackages = ['node_modules', 'node_modules/.pnpm/node_modules']
  .filter(existsSync)
  .flatMap(modulePackagesIn);

/** Components of other frameworks, by the transforms in a remote's folder: `vue.transform.mjs` is for its `.vue`. */
const ownTransforms = globSync(['*.transform.mjs', 'remote-*/*.transform.mjs']).map((file) => [
  `${dirname(file)}/.*\\.${basename(file, '.transform.mjs')}$`,
  `<rootDir>/${file}`,
]);

const common = {
  restoreMocks: true,
  // A host's build for composing writes it in (../bundler/base-config.ts).
  globals: {
    __COMPOSES__: true,
    __DEVELOPS__: false,
    __SITE_LANGUAGE__: {
      lang: 'en',
      texts: { part: 'This part', page: 'This page', lost: 'A script is missing' },
    },
  },
  roots: sources.map((name) => `<rootDir>/${name}`),
  transform: {
    ...Object.fromEntries(ownTransforms),
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
    '\\.ts$': swc({ syntax: 'typescript' }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
    // Files that are neither scripts nor JSON: styles, files that are imported for their address, texts.
    '(?<!\\.[cm]?[jt]sx?|\\.json|\\.node)$': fileURLToPath(
      new URL('asset-transform.mjs', import.meta.url),
    ),
  },
  // A file that is imported as text, or for its address, is read like any other import of it.
  moduleNameMapper: { '^(.*)\\?(?:raw|url)$': '$1', ...pathAliases(process.cwd()) },
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm|${modulePackages.join('|')})/|.*\\.mjs$)`],
};

export default {
  // No test is timed: this is for what hangs, on however busy a machine.
  testTimeout: 600_000,
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: pathOf('@composed/build/testing/node-environment'),
      testMatch: ['**/*.test.ts'],
      setupFilesAfterEnv: [pathOf('@composed/build/testing/console')],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: pathOf('@composed/build/testing/browser-environment'),
      testMatch: ['**/*.test.tsx'],
      setupFilesAfterEnv: [pathOf('@composed/build/testing/setup-browser')],
    },
  ],
};
