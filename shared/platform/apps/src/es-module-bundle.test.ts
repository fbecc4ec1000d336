import { checkout } from '@composed/testing/apps/checkout';
import path from 'node:path';
import { requireApp } from './apps';
import { readEsModuleBundle } from './es-module-bundle';

// The rules are in shared/platform/release/src/format/FORMAT.md: imports are read from the code, and each is a file of
// the release or a package of the host.

const packageFile = path.join(checkout, 'remote-pricing/package.json');
const entry = 'PricingSection-0a1b2c3d.js';

const read = (files: Readonly<Record<string, string>>, server = '') =>
  readEsModuleBundle(
    requireApp('pricing'),
    {
      browser: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
      server: Buffer.from(server),
    },
    packageFile,
  );

test('modules are listed once, dependencies first, with the ranges of shared packages', () => {
  const bundle = read(
    {
      [entry]:
        "import { useState } from 'react'; import { b } from './chunks/b.js'; export const later = () => import(`./Later.js`); export default import.meta.url;",
      'chunks/b.js': "export * from './c.js'; export const b = 1;",
      'chunks/c.js': 'import \'../chunks/b.js\'; import "react/jsx-runtime";',
      'Later.js': "import './chunks/c.js'; export default 1;",
      'unused.js': 'anything',
      'style-0a1b2c3d.css': '',
    },
    'const plans = require("@shop/shared/plans");',
  );
  expect(bundle).toEqual({
    entry,
    global: null,
    esModules: {
      [entry]: ['react', 'chunks/b.js', 'Later.js'],
      'chunks/b.js': ['chunks/c.js'],
      'chunks/c.js': ['chunks/b.js', 'react/jsx-runtime'],
      'Later.js': ['chunks/c.js'],
    },
    exposes: {
      './PricingSection': {
        scripts: ['chunks/c.js', 'chunks/b.js', 'Later.js', entry],
        styles: ['style-0a1b2c3d.css'],
      },
    },
    shared: {
      react: '^19.0.0',
      'react/jsx-runtime': '^19.0.0',
      '@shop/shared/plans': '^1.0.0',
    },
  });
});

test.each([
  ["\nimport './gone.js'", 'imports "./gone.js", which is no file of the release'],
  [
    "\nimport '../../host/main.js'",
    'imports "../../host/main.js", which is no file of the release',
  ],
  ["\nexport * from 'lodash'", 'imports "lodash", which the host does not share'],
  ["\nimport 'constructor'", 'imports "constructor", which the host does not share'],
  ['\nimport("./" + name)', 'imports a computed address, which no page can pin'],
  ['\nimport(`./${name}.js`)', 'imports a computed address, which no page can pin'],
  ["\nimport 'https://esm.sh/react'", 'imports "https://esm.sh/react", another address'],
  ["\nimport '/assets/signup/a.js'", 'imports "/assets/signup/a.js", another address'],
  ["\nimport('data:text/javascript,1')", 'imports "data:text/javascript,1", another address'],
  [
    "\nimport a from './a.js' with { type: 'json' }",
    'imports "./a.js" as something else than a script',
  ],
])('%j is refused by its file and line', (text, problem) => {
  const refused = () => read({ [entry]: "import './a.js'", 'a.js': text });
  expect(refused).toThrow(`a.js:2 of pricing ${problem}`);
});

test('a module is the only file with its name and a hash', () => {
  const of = (...names: readonly string[]) =>
    read(Object.fromEntries(names.map((name) => [name, ''] as const))).entry;
  expect(of('a/PricingSection.0a1b2c3d.mjs', 'PricingSection.css')).toBe(
    'a/PricingSection.0a1b2c3d.mjs',
  );
  expect(() => of('PricingSection.js')).toThrow('PricingSection-<hash>.js of browser/');
  expect(() => of(entry, 'b/PricingSection-12345678.js')).toThrow('holds PricingSection-0a1b2c3d');
  expect(() => read({ [entry]: 'import {' })).toThrow(`${entry}:1 of pricing cannot be read`);
});
