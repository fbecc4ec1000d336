const ofPlatform = (name: string) => `platform/${name}`;
const ofCommands = (name: string) => `commands/${name}.ts`;

/** A workspace that is packed. */
export interface Packed {
  readonly folder: string;
  /** Those of its folders and files that are packed. */
  readonly files: readonly string[];
  /** Packages beside its own dependencies, in the root’s versions. Servers install nothing that builds. */
  readonly tools?: readonly string[];
  /** What its users may bring. */
  readonly choices?: readonly string[];
  /** A program of the command line. */
  readonly bin?: Readonly<Record<string, string>>;
}

export const packages: readonly Packed[] = [
  {
    folder: 'shared/platform/contracts',
    files: ['src'],
  },
  {
    folder: 'shared/platform/build',
    files: ['build', 'testing', 'tsconfig.json'],
    tools: [
      ...['webpack', 'webpack-dev-server', 'webpack-subresource-integrity'],
      '@jridgewell/trace-mapping',
      ...['ts-loader', 'typescript', 'css-loader', 'style-loader', 'mini-css-extract-plugin'],
      ...['copy-webpack-plugin', 'esbuild', 'terser-webpack-plugin'],
      ...['@pmmmwh/react-refresh-webpack-plugin', 'react-refresh', 'react-refresh-typescript'],
      ...['@swc/core', '@swc/jest', 'jest-environment-jsdom', 'jest-environment-node'],
      ...['@testing-library/dom', '@testing-library/jest-dom', '@testing-library/react'],
    ],
    choices: ['@rspack/core', '@rspack/plugin-react-refresh'],
  },
  {
    folder: 'shared/platform/host',
    files: ['src'],
  },
  {
    folder: 'shared',
    files: ['src'],
  },
  {
    folder: 'scripts',
    files: [
      ...['build', 'calls', 'compose', 'database', 'dev', 'http', 'operations'].map(ofPlatform),
      ...['release', 'server', 'setup', 'signals'].map(ofPlatform),
      ...['environment.ts', 'errors.ts', 'output.ts', 'terminal.ts', 'usage.ts'].map(ofPlatform),
      ...['load-services.ts', 'service-parts.ts', 'site-services.ts'].map(ofPlatform),
      ...['build', 'composed', 'dev', 'release', 'remote', 'serve', 'services', 'start'].map(
        ofCommands,
      ),
    ],
    tools: [
      ...['playwright-core', 'tinyglobby', 'typescript', 'typescript-7'],
      ...['webpack', 'webpack-cli', 'webpack-dev-server'],
    ],
    bin: { composed: './commands/composed.js' },
  },
  {
    folder: 'scripts/services',
    files: [
      ...['accounts', 'forwarding', 'page', 'plans', 'redirect', 'store-ui'],
      ...['back-end.ts', 'plugin.ts', 'site-services.ts'],
    ],
  },
];

/** What a remote's own repository installs, and what that of another site does, by their folders. */
export const packagesFor = {
  remote: [
    'shared/platform/contracts',
    'shared/platform/build',
    'shared',
    'scripts',
    'scripts/services',
  ],
  site: ['shared/platform/contracts', 'shared/platform/build', 'shared/platform/host', 'scripts'],
} as const;
