import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

const load = createRequire(import.meta.url)('./style-elements.cjs') as (source: string) => string;

test('Zod is told not to try whether it may make code of text, which a page’s policy would report', () => {
  // Of zod/v4/core/core.js.
  const source =
    'var _a; (_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {}); globalThis.__zod_globalConfig';
  expect(runInNewContext(source)).toEqual({});
  expect(runInNewContext(load(source))).toEqual({ jitless: true });
});
