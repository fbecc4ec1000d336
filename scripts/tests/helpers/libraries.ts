import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

/*
 * Libraries in a remote, each used as its README shows: the table in shared/platform/LIBRARIES.md. Their components are
 * in ../sample-modules/libraries.
 */

interface Library {
  /** Packages that `npm run soak` installs. */
  readonly packages?: readonly string[];
  /** Files that the component imports. */
  readonly files?: readonly string[];
  /** Rules for `webpack.config.ts`, as the error of a build without them names them. */
  readonly rules?: readonly string[];
  /** The names of the Trusted Types policies that the library creates. */
  readonly policies?: readonly string[];
  /** Uses the component as a visitor would. */
  readonly use?: (page: Page) => Promise<unknown>;
  /** A style of the component's element, before and after hydration. */
  readonly style?: readonly [name: string, value: string];
}

/** The style of most of these elements. */
export const redText = ['color', 'rgb(255, 0, 0)'] as const;

/** Libraries that only `npm run soak` tests, since it installs them. */
const soakLibraries: Readonly<Record<string, Library>> = {
  'lucide-react': {
    packages: ['lucide-react'],
  },
  'date-fns': {
    packages: ['date-fns', 'dayjs', 'lodash', 'clsx', 'zod', 'nanoid', 'uuid'],
  },
  'react-query': {
    packages: ['@tanstack/react-query', 'swr', 'jotai', '@reduxjs/toolkit', 'react-redux'],
  },
  i18next: {
    packages: ['i18next', 'react-i18next', 'react-intl'],
  },
  recharts: {
    packages: ['recharts', 'react-is'],
  },
  motion: {
    packages: ['motion'],
  },
  radix: {
    packages: [
      '@radix-ui/react-dialog',
      '@headlessui/react',
      '@floating-ui/react',
      '@dnd-kit/core',
    ],
  },
  sass: {
    packages: ['sass', 'sass-loader', 'less', 'less-loader', '@svgr/webpack', '@mdx-js/loader'],
    files: ['sass.module.scss', 'less.module.less', 'logo.svg', 'text.mdx'],
    rules: [
      String.raw`{ test: /\.s[ac]ss$/, use: [...styles, 'sass-loader'] }`,
      String.raw`{ test: /\.less$/, use: [...styles, 'less-loader'] }`,
      String.raw`{ test: /\.mdx?$/, use: '@mdx-js/loader' }`,
      String.raw`{ test: /\.svg$/, resourceQuery: /^\?react$/, use: '@svgr/webpack' }`,
    ],
    style: redText,
  },
  fontsource: {
    packages: ['@fontsource/inter', 'react-day-picker'],
    files: ['sheet.scss'],
    style: ['display', 'flex'],
  },
  mui: {
    packages: ['@mui/material', 'react-select', 'react-day-picker', 'embla-carousel-react'],
  },
  'react-table': {
    packages: ['@tanstack/react-table', 'react-virtuoso', 'react-markdown', 'downshift', 'valtio'],
  },
  'react-aria': {
    packages: ['react-aria-components'],
  },
  chartjs: {
    packages: ['chart.js', 'react-chartjs-2'],
  },
  'react-datepicker': {
    packages: ['react-datepicker'],
    files: ['datepicker.scss'],
  },
  swiper: {
    packages: ['swiper'],
    files: ['swiper.scss'],
  },
  'radix-overlays': {
    packages: ['@radix-ui/react-popover', '@radix-ui/react-tooltip', 'cmdk', 'vaul'],
    use: async (page) => {
      const inside = page.locator('#radix-overlays');
      await inside.getByRole('button', { name: 'Popover' }).press('Enter');
      await expect(page.getByText('Inside')).toBeVisible();
      await page.keyboard.press('Escape');
      await inside.getByRole('button', { name: 'Tooltip' }).focus();
      await expect(page.getByRole('tooltip')).toHaveText('Hint');
      await inside.getByRole('button', { name: 'Drawer' }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Title' })).toBeVisible();
      await page.keyboard.press('Escape');
    },
  },
  'react-hot-toast': {
    packages: ['react-hot-toast'],
    use: async (page) => {
      await page.locator('#react-hot-toast').press('Enter');
      await expect(page.getByText('warm', { exact: true })).toBeVisible();
    },
  },
  'tanstack-router': {
    packages: ['@tanstack/react-router'],
  },
  apollo: {
    packages: ['@apollo/client', 'graphql', 'rxjs'],
  },
  zod: {
    packages: ['zod', 'react-hook-form', '@hookform/resolvers'],
    use: async (page) => {
      await page.locator('#zod').getByRole('button', { name: 'Send' }).press('Enter');
      await expect(page.locator('#zod')).toContainText('missing');
    },
  },
  dompurify: {
    packages: ['dompurify', 'd3'],
    policies: ['dompurify'],
    use: (page) => expect(page.locator('#dompurify')).toHaveText('dompurify clean12'),
  },
};

/** Libraries by the name of their component, which shows that name in an element with that id. */
export const libraries: Readonly<Record<string, Library>> = {
  axios: {},
  formik: {},
  emotion: {
    style: redText,
  },
  'styled-components': {
    style: redText,
  },
  sonner: {
    use: async (page) => {
      await page.locator('#sonner').press('Enter');
      await expect(page.getByText('hi', { exact: true })).toBeVisible();
    },
  },
  style: {
    style: redText,
  },
  action: {},
  tailwind: {
    rules: ["{ test: /\\.css$/, enforce: 'pre', loader: '@tailwindcss/webpack' }"],
    style: redText,
  },
  compiler: {},
  'radix-select': {
    use: async (page) => {
      const select = page.locator('#radix-select').getByRole('combobox');
      await select.press('Enter');
      await page.getByRole('option', { name: 'A letter' }).press('Enter');
      await expect(select).toHaveText('A letter');
    },
  },
  ...(process.env['SOAK'] && soakLibraries),
};

const components = join(import.meta.dirname, '../sample-modules/libraries');
const tailwindTemplate = join(
  import.meta.dirname,
  '../../../shared/platform/cli/templates/styles/tailwind/src/tailwind.css.template',
);

/** Writes the component of each library into a folder, with the files that it imports. */
export async function writeLibraries(folder: string): Promise<void> {
  await mkdir(folder);
  for (const [name, { files = [] }] of Object.entries(libraries)) {
    for (const file of [`${name}.jsx`, ...files])
      await cp(join(components, file), join(folder, file));
  }
  // The style sheet that `npm run new -- <name> --styles tailwind` writes.
  const template = await readFile(tailwindTemplate, 'utf8');
  await writeFile(join(folder, 'tailwind.css'), template.replaceAll('{{name}}', 'pricing'));
}
