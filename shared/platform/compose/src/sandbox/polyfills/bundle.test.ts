import { readFile } from 'node:fs/promises';
import { bundledFile, bundlePolyfills } from './bundle.mjs';

test('the scripts that guests load are those of the installed polyfills', async () => {
  expect(await readFile(bundledFile, 'utf8')).toBe(bundlePolyfills());
});
