import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
const read = (file: string) => readFileSync(file, 'utf8');
const ofSite = [
  'styles/tokens.css',
  'styles/global.css',
  'ui/Button.module.css',
  'ui/Field.module.css',
].map((file) => read(resolve(`@shopwright/shared/${file}`)));

/**
 * The one style sheet of these pages, inlined into each: the site's own rules, so that they change with it, and a
 * few for this layout; without comments, and without the typeface, which the policy lets nobody load.
 */
export const styles = [...ofSite, read(path.join(import.meta.dirname, 'page.css'))]
  .join('')
  .replace(/\/\*[\s\S]*?\*\/|@import[^;]*;|@font-face\s*\{[^}]*url\([^}]*\}/g, '')
  .replace(/\s+/g, ' ');
