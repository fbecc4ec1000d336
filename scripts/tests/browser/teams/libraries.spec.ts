import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../../helpers/fixtures';
import { libraries, redText, writeLibraries } from '../../helpers/libraries';
import { remoteHydrated } from '@composed/testing/browser/hydration';
import { aTeam, type Team, skipTypeCheck } from '../../helpers/team';

// Libraries in a remote. Those that this repository has are tried by `npm test`, all by `npm run soak`.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const names = Object.keys(libraries);

const importName = (name: string) => `Lib_${name.replaceAll('-', '_')}`;

let team: Team;

test.beforeAll(async () => {
  test.slow();
  team = await aTeam();
  const folder = join(team.copy, 'remote-pricing/src/libraries');
  await writeLibraries(folder);
  const rules = Object.values(libraries).flatMap((each) => each.rules ?? []);
  await team.edit(
    'remote-pricing/webpack.config.ts',
    '(import.meta.dirname)',
    `(import.meta.dirname, (_target, styles) => ({ rules: [${rules.join()}] }))`,
  );
  const policies = Object.values(libraries).flatMap((each) => each.policies ?? []);
  const app = '"name": "pricing",';
  const described = `${app} "trustedTypes": ${JSON.stringify(policies)},`;
  await team.edit('remote-pricing/package.json', app, described);
  const moduleLines = [
    ...names.map((name) => `import ${importName(name)} from './${name}';`),
    `export const Libraries = () => <>${names.map((name) => `<${importName(name)} />`).join('')}</>;`,
  ];
  await writeFile(join(folder, 'Libraries.jsx'), moduleLines.join('\n'));
  const packages = Object.values(libraries).flatMap((each) => each.packages ?? []);
  if (packages.length > 0) {
    // Packages of the copy are links, which npm would replace.
    const apart = await mkdtemp(join(team.copy, '.libraries-'));
    const words = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefix', apart];
    await promisify(execFile)('npm', [...words, ...packages], { cwd: apart });
    await rename(join(apart, 'node_modules'), join(team.copy, 'remote-pricing/node_modules'));
  }
  const section = 'remote-pricing/src/PricingSection.tsx';
  await team.edit(section, '<h2', '<Libraries /><h2');
  await team.edit(
    section,
    'import ',
    "import { Libraries } from './libraries/Libraries';\nimport ",
  );
  await team.mustRelease('publish', 'pricing', '--over-budget', 'A trial', ...skipTypeCheck);
});

test.afterAll(() => team.stop());

test('their texts are there without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(team.site.url);
  for (const name of names) await expect(page.locator(`#${name}`)).toContainText(name);
  await context.close();
});

test('they are styled and work after hydration, without a message', async ({ page }) => {
  await page.goto(team.site.url);
  // Styles of elements and of Emotion are there at once.
  for (const name of ['style', 'emotion']) {
    await expect(page.locator(`#${name}`)).toHaveCSS(...redText);
  }
  await page.locator('#action').click();
  await remoteHydrated(page);
  await expect(page.locator('#action')).toHaveText('action 1');
  for (const [name, { style }] of Object.entries(libraries)) {
    if (style) await expect(page.locator(`#${name}`)).toHaveCSS(...style);
  }
  for (const { use } of Object.values(libraries)) await use?.(page);
});

test('a library that throws on import is named with its importer', async () => {
  const library = join(team.copy, 'remote-pricing/node_modules/made-up');
  await mkdir(library, { recursive: true });
  await writeFile(join(library, 'package.json'), '{ "name": "made-up", "version": "1.0.0" }');
  await writeFile(
    join(library, 'index.js'),
    "import other from './other.js'; if (other) throw new Error('No window.'); export const a = 1;",
  );
  await writeFile(join(library, 'other.js'), 'export default globalThis.performance;');
  await team.edit(
    'remote-pricing/src/libraries/axios.jsx',
    'import axios',
    "import { a } from 'made-up';\nglobalThis.made = a;\nimport axios",
  );
  const { code, output } = await team.release('publish', 'pricing', ...skipTypeCheck);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(
      "could not be loaded: Error: No window. (in made-up, from remote-pricing/src/libraries/axios.jsx:1: import { a } from 'made-up';)",
    ),
  ]);
});
