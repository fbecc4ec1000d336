// @ts-check
/** What the two jest projects of package.json (node and browser) have in common. */
import { readdirSync } from 'node:fs';

/** @param {object} parser of SWC */
const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: { target: 'es2022', parser, transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

const workspaces = readdirSync(new URL('../../..', import.meta.url)).filter((name) =>
  /^(?:host|shared|scripts|remote-.+)$/.test(name),
);

export default {
  restoreMocks: true,
  roots: workspaces.map((name) => `<rootDir>/${name}`),
  transform: {
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
    '\\.ts$': swc({ syntax: 'typescript' }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
    '\\.(css|svg|woff2|png|webp)$': '<rootDir>/shared/tooling/testing/asset-transform.mjs',
  },
  // Packages that have only ES modules.
  transformIgnorePatterns: ['/node_modules/(?!@remix-run|jose|oauth4webapi|oidc|openid)'],
};
