import { readFile } from 'node:fs/promises';
import { bundledFile, bundlePolyfills } from './bundle.mjs';

test('the committed bundle equals one of the installed polyfills', async () => {
  expect(await readFile(bundledFile, 'utf8')).toBe(bundlePolyfills());
});
