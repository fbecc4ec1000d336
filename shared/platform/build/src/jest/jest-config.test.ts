import path from 'node:path';
import readme from '../../README.md?raw';
import { pathAliases } from './path-aliases.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder';

test('a file of any name is imported as text', () => {
  expect(readme).toMatch(/^# build\n/);
});

test('the paths of tsconfig.json resolve to the same files as in a build', () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'tsconfig.json': `{
      // TypeScript allows comments and trailing commas in this file.
      "compilerOptions": { "paths": { "@/*": ["./src/*", "./made/*"], "$words": ["./words.ts"] } },
    }`,
  });
  expect(pathAliases(folder)).toEqual({
    '^@/(.*)$': [path.join(folder, 'src/$1'), path.join(folder, 'made/$1')],
    [String.raw`^\$words$`]: [path.join(folder, 'words.ts')],
  });
  expect(pathAliases(temporaryFolder())).toEqual({});
});
