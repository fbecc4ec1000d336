import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@composed/build/jest/temporary-folder';

/*
 * Writes the checkout of a site with one remote, and makes it the working directory. The modules that build find their
 * checkout when they are loaded, so a test must import this file first.
 */

/** The root of the checkout. */
export const checkout = temporaryFolder();

// With the formatting of npm.
const lockfile = `${JSON.stringify(
  {
    name: 'shop',
    packages: {
      '': { name: 'shop', workspaces: ['shared', 'host', 'remote-*'] },
      host: {},
      'node_modules/host': { resolved: 'host', link: true },
      'node_modules/react': { version: '19.3.1' },
      'node_modules/remote-pricing': { resolved: 'remote-pricing', link: true },
      'remote-pricing': { version: '1.0.0' },
      shared: { name: '@shop/shared', version: '1.0.0' },
    },
  },
  null,
  2,
)}\n`;

writeFiles(checkout, {
  'package.json': {
    workspaces: ['shared', 'host', 'remote-*'],
    scripts: {},
    browserslist: ['chrome >= 123'],
    overrides: { 'light-my-request': '6.6.0' },
  },
  'package-lock.json': lockfile,
  '.npmrc': 'ignore-scripts=true\n',
  '.github/CODEOWNERS': '* @shop/host\n',
  'tsconfig.json': { extends: '@composed/build/tsconfig.json' },
  'shared/package.json': {
    name: '@shop/shared',
    site: {
      provides: { links: true, prices: true },
      providesVersion: 1,
      shares: {
        react: 'react',
        'react/jsx-runtime': 'react',
        'react-dom': 'react-dom',
        'react-dom/client': 'react-dom',
        '@shop/shared/plans': '@shop/shared',
      },
      services: ['/store'],
    },
    version: '1.0.0',
    exports: {
      './links': './src/links.ts',
      './provides': './src/provides.ts',
      './package.json': './package.json',
    },
  },
  'host/package.json': { name: 'host', microFrontend: { name: 'host', port: 3000 } },
  'host/src/modules.tsx': "export const modules = {\n  'pricing/PricingSection': {},\n};\n",
  'remote-pricing/package.json': {
    name: 'remote-pricing',
    microFrontend: {
      name: 'pricing',
      exposes: {
        './PricingSection': {
          import: './src/PricingSection',
          props: { links: true, prices: true },
          calls: ['/store/plans'],
        },
      },
      port: 3001,
    },
    peerDependencies: { '@shop/shared': '^1.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
  },
});
const packages = path.join(checkout, 'node_modules');
mkdirSync(path.join(packages, '@shop'), { recursive: true });
symlinkSync('../../shared', path.join(packages, '@shop/shared'));
for (const name of readdirSync('node_modules'))
  symlinkSync(path.resolve('node_modules', name), path.join(packages, name));
// Jest gives each test file its own `process`, so this affects only the importing file. `chdir` would affect all files.
process.cwd = () => checkout;

/** Copies the checkout without its node_modules into an empty folder. */
export function copyCheckout(folder: string): void {
  const isOwn = (file: string) => !file.includes('node_modules');
  cpSync(checkout, folder, { recursive: true, filter: isOwn });
}
