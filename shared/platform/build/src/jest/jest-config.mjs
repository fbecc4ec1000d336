// @ts-check
/**
 * The Jest configuration of a repository, this one or a remote's: `*.test.ts` run in Node, `*.test.tsx` in jsdom.
 * Modules are resolved by package name, since sources and compiled scripts have different extensions.
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
    // A package of ES modules may also contain CommonJS files.
    isModule: 'unknown',
    sourceMaps: 'inline',
  },
];

const sources = readdirSync(process.cwd()).filter((name) =>
  /^(?:host|shared|scripts|remote-.+|src)$/.test(name),
);

/**
 * Finds the installed packages of ES modules, which must be transformed: Jest can require ES modules only from Node
 * 24.9 on.
 * @param {string} folder with packages. pnpm has a second one, for packages that no package.json names
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

/** Transforms in the folders of remotes, for components of other frameworks: `vue.transform.mjs` transforms `.vue`. */
const ownTransforms = globSync(['*.transform.mjs', 'remote-*/*.transform.mjs']).map((file) => [
  `${dirname(file)}/.*\\.${basename(file, '.transform.mjs')}$`,
  `<rootDir>/${file}`,
]);

const common = {
  restoreMocks: true,
  // Bundlers define these constants (../bundler/base-config.ts).
  globals: {
    __COMPOSES__: true,
    __IS_DEV_SERVER__: false,
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
    // Every file that is not a script or JSON: styles, assets and texts.
    '(?<!\\.[cm]?[jt]sx?|\\.json|\\.node)$': fileURLToPath(
      new URL('asset-transform.mjs', import.meta.url),
    ),
  },
  // Drops the queries ?raw and ?url, so that Jest finds the file.
  moduleNameMapper: { '^(.*)\\?(?:raw|url)$': '$1', ...pathAliases(process.cwd()) },
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm|${modulePackages.join('|')})/|.*\\.mjs$)`],
};

export default {
  // Ends only tests that hang, however busy the machine is.
  testTimeout: 600_000,
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: pathOf('@composed/build/jest/node-environment'),
      testMatch: ['**/*.test.ts'],
      setupFilesAfterEnv: [pathOf('@composed/build/jest/fail-on-console')],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: pathOf('@composed/build/jest/browser-environment'),
      testMatch: ['**/*.test.tsx'],
      setupFilesAfterEnv: [pathOf('@composed/build/jest/setup-browser')],
    },
  ],
};
