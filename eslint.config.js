import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Modules whose default export a tool or the federation contract asks for. */
const defaultExportFiles = [
  '**/*.config.{js,ts}',
  '.dependency-cruiser.mjs',
  '**/*.d.ts',
  'remote-*/src/*.tsx',
  'scripts/lab/faults/remotes/module.tsx',
  'shared/tooling/testing/{browser,node}-environment.ts',
  'shared/tooling/testing/{asset-transform,jest-preset}.mjs',
  'shared/tooling/build/patches/*-loader.mjs',
];

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.*/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // A number in a template is what it looks like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A function may be async only because its interface is.
      '@typescript-eslint/require-await': 'off',
      // `record['key']` marks a key that the type does not promise (noUncheckedIndexedAccess).
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'max-lines': ['error', 250],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Export by name; a default export is for the exposed modules and config files.',
        },
        {
          selector: 'ExportAllDeclaration',
          message: 'No barrels: list the subpath in the package’s exports.',
        },
      ],
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict],
    rules: { 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: defaultExportFiles, rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.spec.ts', 'shared/tooling/testing/**'],
    rules: {
      // expect(object.method) and jest's stand-ins do not call it.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  {
    files: ['scripts/browser-tests/**', 'scripts/testing/**'],
    // Playwright reads a fixture's needs off its first parameter, which must be a pattern.
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
);
