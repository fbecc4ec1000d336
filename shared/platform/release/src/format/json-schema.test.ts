import { readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseManifest } from '@composed/contracts/release-manifest';
import { toJsonSchema } from '@valibot/to-json-schema';

// To write release.schema.json again, print the schema here, and run npm run format.
test('the schema that ships is that of the manifests that are read', () => {
  const shipped = readFileSync(path.join(import.meta.dirname, 'release.schema.json'), 'utf8');
  const schema = { title: 'release.json', ...toJsonSchema(releaseManifest) };
  expect(JSON.parse(shipped)).toEqual(JSON.parse(JSON.stringify(schema)));
});
