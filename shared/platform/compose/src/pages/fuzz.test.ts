import { chosenBrowser } from '@composed/command/browser.mjs';
import { chromium, type Browser } from 'playwright-core';
import { randomMarkup, randomStyles, surroundings } from '@composed/testing/release/random-text';
import { problemOfStyles } from '@composed/apps/check-styles';
import { checkMarkup } from '../checks/check-markup';
import { readPage } from '../checks/check-page';
import { ReleaseError } from '../deployment/deployment';
import { findStyleReach } from '../checks/reach-in-page';
import { slotFiller } from './slots';

/* Markup that this tool accepts is read by a browser as it was read here: random text, with fixed seeds. */

/** `npm run soak` sets SOAK, to the number of fragments where it is one. */
const { SOAK = '' } = process.env;
const count = SOAK === '' ? 2000 : Math.max(100_000, Number(SOAK) || 0);
const batch = 500;

let browser: Browser;
beforeAll(async () => {
  const executablePath = chosenBrowser();
  browser = await chromium.launch({
    args: ['--disable-gpu'],
    ...(executablePath && { executablePath }),
  });
});
afterAll(() => browser.close());

/** @returns what it gives, or null where that is refused */
function unlessRefused<T>(give: () => T): T | null {
  try {
    return give();
  } catch (error) {
    if (error instanceof ReleaseError) return null;
    throw error;
  }
}

/** Reads pages in each way that browsers read them; which of them do not say again what they were written as. */
function readInPage(pages: readonly string[]): number[] {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  const escape = (text: string) => text.replace(/[&<>"]/g, (each) => named[each] ?? '&quot;');
  const write = (node: Node, hasScripts: boolean): string => {
    if (node.nodeType === 3)
      return (node.nodeValue ?? '').replace(/[&<>]/g, (each) => named[each] ?? '');
    if (node.nodeType === 8) return `<!--${node.nodeValue}-->`;
    if (node.nodeType === 10) return '<!doctype html>';
    const inside = [...node.childNodes].map((each) => write(each, hasScripts)).join('');
    if (node.nodeType !== 1) return inside;
    const element = node as Element;
    const { nodeName, namespaceURI, attributes } = element;
    const isHtml = namespaceURI === 'http://www.w3.org/1999/xhtml';
    const name = isHtml ? nodeName.toLowerCase() : nodeName;
    const values = [...attributes].map(({ name: attribute, value }) =>
      value === '' ? ` ${attribute}` : ` ${attribute}="${escape(value)}"`,
    );
    const start = `<${name}${values.join('')}>`;
    if (isHtml && /^(?:area|br|col|embed|hr|img|input|source|track|wbr)$/.test(name)) return start;
    // With scripts its content is a text, which has no references.
    const content = name === 'noscript' && hasScripts ? element.textContent : inside;
    const lost = /^(?:pre|textarea|listing)$/.test(name) && content.startsWith('\n');
    return `${start}${lost ? '\n' : ''}${content}</${name}>`;
  };
  // As a page is read where scripts run.
  const body = document.createElement('body');
  return pages.flatMap((page, n) => {
    const withoutScripts = new DOMParser().parseFromString(page, 'text/html');
    body.innerHTML = page.split(/<\/?body>/)[1] ?? '';
    const isSame = write(withoutScripts, false) === page && page.includes(write(body, true));
    return isSame ? [] : [n];
  });
}

const pageOf = (content: string) =>
  `<!doctype html><html><head></head><body><header>Shop</header>${content}<footer>Terms</footer></body></html>`;

test(`markup that is accepted is read by Chromium as it was written, and stays in its slot: ${count} fragments`, async () => {
  const page = await browser.newPage();
  const next = randomMarkup(1);
  let accepted = 0;
  const differing: string[] = [];
  for (let done = 0; done < count; done += batch) {
    const pages = Array.from({ length: batch }, (_, n) => {
      const markup = next();
      const [before, after] = surroundings[n % surroundings.length] ?? [];
      const bare = pageOf(`${before}<!--slot:a/B-->${after}<form><p>Mine</p></form>`);
      const written = unlessRefused(() => checkMarkup({ app: 'a', expose: './B' }, markup));
      if (!written) return null;
      const fill = slotFiller(new Map([['a/B', written.text]]));
      const filled = unlessRefused(() => fill('index.html', readPage(bare)).html);
      return filled === null ? null : { markup, filled };
    }).filter((each) => each !== null);
    accepted += pages.length;
    const found = await page.evaluate(
      readInPage,
      pages.map(({ filled }) => filled),
    );
    differing.push(...found.map((n) => JSON.stringify(pages[n])));
  }
  expect(differing).toEqual([]);
  expect(accepted).toBeGreaterThan(count / 10);
}, 3_600_000);

declare global {
  interface Window {
    findStyleReach: typeof findStyleReach;
  }
}

/** @returns those of the texts that reach an element of somebody else */
function reachingInPage(texts: readonly string[]): string[] {
  const style = document.querySelector('style[data-href*="lab"]');
  return texts.filter((text) => {
    if (style) style.textContent = text;
    return window.findStyleReach(1).length > 0;
  });
}

const sheets = SOAK === '' ? 2000 : Math.max(100_000, (Number(SOAK) || 0) / 10);

test(`styles that are accepted match in Chromium what is in their slots alone: ${sheets} style sheets`, async () => {
  const page = await browser.newPage();
  await page.setContent(styledPage(''));
  await page.evaluate(`window.findStyleReach = ${String(findStyleReach)}`);
  const next = randomStyles(1);
  let [accepted, refused] = [0, 0];
  for (let done = 0; done < sheets; done += batch) {
    const all = Array.from({ length: batch }, next);
    const texts = all.filter(
      (text) => problemOfStyles('lab', new Map([['a.css', Buffer.from(text)]])) === null,
    );
    accepted += texts.length;
    expect(await page.evaluate(reachingInPage, texts)).toEqual([]);
    const others = all.filter((text) => !texts.includes(text));
    refused += (await page.evaluate(reachingInPage, others)).length;
  }
  expect(accepted).toBeGreaterThan(sheets / 10);
  // It is no wonder that nothing is found where nothing can be.
  expect(refused).toBeGreaterThan(sheets / 20);
}, 3_600_000);

const styledPage = (styles: string) =>
  `<!doctype html><html><head><style data-href="/assets/host/a.css">body{}</style><style data-href="/assets/lab/a.css">${styles}</style></head>
  <body class="page"><header class="lab-x">Shop</header><main><div data-slot="lab/A"><div><p class="lab-a"><input id="own"><b class="flex">1</b></p><div class="lab-part" data-part="shop/B"><div data-box="shop/B"><i class="other">2</i></div></div></div></div></main></body></html>`;

test.each([
  ['.lab-a, .lab-a b, .flex, .lab-part { color: red }', ''],
  ['@scope (.lab-a) { .flex, :scope, & > b, * { color: red } } ', ''],
  ['@scope ([data-slot="lab/A"] > div) to ([data-box] > *) { * { color: red } }', ''],
  [
    '@scope (.lab-a) { > b, + p, i { color: red } @media print { > b:has(> i, b) { color: red } } }',
    '',
  ],
  ['@scope (main) { > div { color: red } }', '<div data-slot="lab/A">'],
  [':root, :host { --lab-color: red }', ''],
  ['.lab-a { & b { color: red } b::before { color: red } > b:not(.x) { color: red } }', ''],
  ['.lab-part i { color: red }', '<i class="other"> in shop/B'],
  ['header:hover, .lab-a { color: red }', '<header class="lab-x">'],
  [
    '@media print { @supports (gap: 1px) { @layer a { header { color: red } } } }',
    '<header class="lab-x">',
  ],
  ['body:has(.lab-a:focus)::after { color: red }', '<body class="page">'],
  ['.lab-a { body:has(&) { color: red } }', '<body class="page">'],
  ['main:not(:hover) { color: red }', '<main>'],
  ['header:nth-child(2 of :hover), x:not(.y) { color: red }', '<header class="lab-x">'],
  [':scope { color: red }', '<html>'],
  [
    '@scope (main) { * { color: red } }',
    '<main>, <div data-slot="lab/A">, <i class="other"> in shop/B',
  ],
  ['[title="\\"]:is("], header:is(:active) { color: red }', '<header class="lab-x">'],
  ['@page { margin: 0 }', 'null'],
  [".lab-a{content:'a\n} header{color:red} .lab-b{content:'b}/*'*/", '<header class="lab-x">'],
])(
  'rules of a page that match beyond the slots of their app are found there: %s',
  async (styles, expected) => {
    const page = await browser.newPage();
    await page.setContent(styledPage(styles));
    const found = await page.evaluate(findStyleReach, 20);
    const told = found.map(({ app, href, element, slot }) => {
      expect([app, href]).toEqual(['lab', '/assets/lab/a.css']);
      return `${element}${slot === null || slot === 'lab/A' ? '' : ` in ${slot}`}`;
    });
    expect([...new Set(told)].join(', ')).toBe(expected);
    await page.close();
  },
);
