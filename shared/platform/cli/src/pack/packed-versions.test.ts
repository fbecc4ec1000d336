import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { openPackedVersions } from './packed-versions';

test('versions for a registry are counted by content, also by who comes later', async () => {
  const root = temporaryFolder();
  const count = await openPackedVersions(root);
  expect(await count('@bakery/shared', '1.0.0', 'x1')).toBe('1.0.0');
  expect(await count('@bakery/shared', '1.0.0', 'x2')).toBe('1.0.1');
  expect(await count('@bakery/other', '1.0.0', 'x2')).toBe('1.0.0');
  const later = await openPackedVersions(root);
  expect(await later('@bakery/shared', '1.0.0', 'x1')).toBe('1.0.0');
  expect(await later('@bakery/shared', '1.0.0', 'x3')).toBe('1.0.2');
  expect(await later('@bakery/shared', '1.1.0', 'x3')).toBe('1.1.0');
});
