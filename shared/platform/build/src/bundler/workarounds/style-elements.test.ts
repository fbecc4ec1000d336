import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

type Loader = (
  this: { readonly getOptions: () => { readonly isRendered: boolean } },
  source: string,
) => string;
const loader = createRequire(import.meta.url)('./style-elements.cjs') as Loader;
const load = (source: string, isRendered = false) =>
  loader.call({ getOptions: () => ({ isRendered }) }, source);

test('Zod does not probe whether it may evaluate code, which a page’s policy would report', () => {
  // From zod/v4/core/core.js.
  const source =
    'var _a; (_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {}); globalThis.__zod_globalConfig';
  expect(runInNewContext(source)).toEqual({});
  expect(runInNewContext(load(source))).toEqual({ jitless: true });
});

test.each([
  // From Radix Select, and from a library that was compiled to CommonJS.
  ['jsx(\n "style",\n { nonce })', 'jsx(\n __StyleComponent,\n { nonce })'],
  ["(0, r.jsxs)('style', {})", '(0, r.jsxs)(__StyleComponent, {})'],
  ["document.createElement('style')", '__createStyleElement()'],
  // From ECharts.
  ["root.innerHTML = '';", 'root.textContent = "";'],
  [
    "root.innerHTML = '' + text; root.innerHTML == '';",
    "root.innerHTML = '' + text; root.innerHTML == '';",
  ],
])('%s of a library becomes one that a page’s policy allows', (source, written) => {
  expect(load(source)).toBe(written);
});

test('a `<style>` of a library stays when it is rendered to markup, which has its own check', () => {
  expect(load("jsx('style', {})", true)).toBe("jsx('style', {})");
});
