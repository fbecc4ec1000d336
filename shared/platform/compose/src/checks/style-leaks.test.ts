import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { chromium, type Browser } from 'playwright-core';
import { createStyleLeakScript, type StyleLeak } from './style-leaks';

let browser: Browser;
beforeAll(async () => {
  const executablePath = chosenBrowser();
  browser = await chromium.launch({ ...(executablePath && { executablePath }) });
});
afterAll(() => browser.close());

const styledPage = (styles: string) =>
  `<!doctype html><html><head><style data-href="/assets/host/a.css">body{color:var(--ink)}</style><style data-href="/assets/lab/a.css">${styles}</style></head>
  <body class="page"><header class="lab-x">Shop</header><main><div data-slot="lab/A"><div><p class="lab-a"><input id="own"><b class="flex">1</b></p><div class="lab-part" data-part="shop/B"><div data-box="shop/B"><i class="other">2</i></div></div></div></div></main></body></html>`;

test.each([
  ['.lab-a, .lab-a b, .flex, .lab-part { color: red }', ''],
  ['@scope (.lab-a) { .flex, :scope, & > b, * { color: red } } ', ''],
  ['@scope ([data-slot="lab/A"] > div) to ([data-box] > *) { * { color: red } }', ''],
  ['@scope (.lab-a) { > b, + p, i { color: red } @media print { > b:has(i) { color: red } } }', ''],
  ['@scope (main) { > div { color: red } }', '<div data-slot="lab/A">'],
  [':root, :host { --lab-color: red }', ''],
  [':root { --ink: red } .lab-a { --ink: red }', '<html>'],
  ['.lab-a { & b { color: red } b::before { color: red } > b:not(.x) { color: red } }', ''],
  // A class of the app in a selector is not enough: the selector may match elements beside it, or inside a part.
  ['.lab-part i { color: red }', '<i class="other"> in shop/B'],
  ['header:hover, .lab-a { color: red }', '<header class="lab-x">'],
  [
    '@media print { @supports (gap: 1px) { @layer a { header { color: red } } } }',
    '<header class="lab-x">',
  ],
  ['body:has(.lab-a:focus)::after { color: red }', '<body class="page">'],
  ['.lab-a { body:has(&) { color: red } }', '<body class="page">'],
  ['main:not(:hover) { color: red }', '<main>'],
  ['[title="\\"]:is("], header:is(:active) { color: red }', '<header class="lab-x">'],
  [
    '@scope (main) { * { color: red } }',
    '<main>, <div data-slot="lab/A">, <i class="other"> in shop/B',
  ],
  ['@page { margin: 0 }', 'null'],
  [".lab-a{content:'a\n} header{color:red} .lab-b{content:'b}/*'*/", '<header class="lab-x">'],
])(
  'rules that match outside the slots of their app are found in a page: %s',
  async (styles, expected) => {
    const page = await browser.newPage();
    const found = await page.evaluate<StyleLeak[]>(createStyleLeakScript(styledPage(styles)));
    await page.close();
    const told = found.map(({ app, element, slot }) => {
      expect(app).toBe('lab');
      return `${element}${slot === null || slot === 'lab/A' ? '' : ` in ${slot}`}`;
    });
    expect([...new Set(told)].join(', ')).toBe(expected);
  },
);

test('many matches of one style sheet do not hide those of another', async () => {
  const sheet = (app: string) =>
    `<style data-href="/assets/${app}/a.css">main, main * { color: red }</style>`;
  const html = `<head>${sheet('lab')}${sheet('shop')}</head><main><p></p><p></p></main>`;
  const page = await browser.newPage();
  const found = await page.evaluate<StyleLeak[]>(createStyleLeakScript(html, 2));
  await page.close();
  expect(found.map(({ app }) => app)).toEqual(['lab', 'lab', 'shop', 'shop']);
});
