// @ts-check
/**
 * The unit tests of a repository, this one or that of a remote: `*.test.ts` in Node, `*.test.tsx` in jsdom. Its
 * jest.config.mjs exports this. Found by package name, since sources and compiled scripts end differently.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assetFile } from '../build/asset-files.mjs';

/** @param {string} module */
const pathOf = (module) => fileURLToPath(import.meta.resolve(module));

/** @param {object} parser of SWC */
const swc = (parser) => [
  pathOf('@swc/jest'),
  {
    swcrc: false,
    jsc: { target: 'es2022', parser, transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

const sources = readdirSync(process.cwd()).filter((name) =>
  /^(?:host|shared|scripts|remote-.+|src)$/.test(name),
);

const common = {
  restoreMocks: true,
  // A host's build for composing writes it in (../build/base.ts).
  globals: { __COMPOSES__: true },
  roots: sources.map((name) => `<rootDir>/${name}`),
  transform: {
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
    '\\.ts$': swc({ syntax: 'typescript' }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
    [`\\.(?:css|txt)$|${assetFile.source}`]: fileURLToPath(
      new URL('asset-transform.mjs', import.meta.url),
    ),
  },
  // A file that is imported as text counts as the module that it is without that.
  moduleNameMapper: { '^(.*)\\?raw$': '$1' },
  // Packages that have only ES modules.
  transformIgnorePatterns: [
    '/node_modules/(?!@remix-run|@composed|@[^/]+/shared/|eventemitter3|p-queue|p-timeout)',
  ],
};

export default {
  // No test is timed: this is for what hangs, on however busy a machine.
  testTimeout: 600_000,
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: pathOf('@composed/tooling/testing/node-environment'),
      testMatch: ['**/*.test.ts'],
      setupFilesAfterEnv: [pathOf('@composed/tooling/testing/console')],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: pathOf('@composed/tooling/testing/browser-environment'),
      testMatch: ['**/*.test.tsx'],
      setupFilesAfterEnv: [pathOf('@composed/tooling/testing/setup-browser')],
    },
  ],
};
