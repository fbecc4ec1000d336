import { toJsonSchema } from '@valibot/to-json-schema';
import { releaseManifest } from '@shopwright/shared/contracts/release-manifest';

/**
 * The text of ./release.schema.json. To write it again:
 * node --import tsx -e "import('./scripts/release/format/json-schema.ts').then((m) => console.log(m.formatJsonSchema()))"
 */
export function formatJsonSchema(): string {
  const schema = { title: 'release.json', ...toJsonSchema(releaseManifest) };
  return JSON.stringify(schema, null, 2);
}
