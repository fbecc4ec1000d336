import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findRemotes } from '@composed/apps';
import { getSiteDescription } from '@composed/apps/this-repository';
import { brand } from '@shopwright/shared/brand';
import { redirectPath } from '@shopwright/shared/contracts/sign-in-redirect';
import { globSync } from 'tinyglobby';
import { serviceTable } from '@shopwright/services/service-table';

const root = path.join(import.meta.dirname, '../..');

/** The platform’s files, but for documents. */
const sources = globSync(['shared/platform/**/*'], {
  cwd: root,
  ignore: ['**/node_modules/**', '**/*.test.*', '**/testing/**', '**/dist/**', '**/*.{md,svg}'],
});

test('the code of the platform contains no word of this site', () => {
  const names = [
    brand.name,
    ...findRemotes().map(({ name }) => name),
    ...Object.keys(getSiteDescription().provides),
    ...Object.values(serviceTable.variables),
    ...serviceTable.calls.map((call) => call.path),
    redirectPath,
    ...serviceTable.cookies,
  ].filter((name) => name !== 'links');
  const word = new RegExp(
    names.map((name) => name.replaceAll(/\W/g, String.raw`\$&`)).join('|'),
    'i',
  );
  expect(sources.length).toBeGreaterThan(150);
  const holding = sources.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, n) => (word.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : [])),
  );
  expect(holding).toEqual([]);
});
