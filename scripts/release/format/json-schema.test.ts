import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatJsonSchema } from './json-schema';

test('the schema that ships is that of the manifests that are read', () => {
  const shipped = readFileSync(path.join(import.meta.dirname, 'release.schema.json'), 'utf8');
  expect(JSON.parse(shipped)).toEqual(JSON.parse(formatJsonSchema()));
});
