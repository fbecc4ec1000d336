import type { Browser } from 'playwright-core';
import { openBrowser } from '../../tests/helpers/open-browser';
import { randomMarkup, surroundings } from '../../tests/helpers/release/random-markup';
import { checkMarkup } from './check-markup';
import { readPage } from './check-page';
import { ReleaseError } from './composition';
import { slotFiller } from './slots';

/* What this tool accepts is read by a browser as it was read here: of much that nobody writes, with fixed seeds. */

/** `npm run soak` sets SOAK, to the number of fragments where it is one. */
const { SOAK = '' } = process.env;
const count = SOAK === '' ? 2000 : Math.max(100_000, Number(SOAK) || 0);
const batch = 500;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
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
      const written = unlessRefused(() => checkMarkup('a', './B', markup));
      if (!written) return null;
      const fill = slotFiller(new Map([['a/B', written.text]]));
      const filled = unlessRefused(() => fill('index.html', readPage(bare)));
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
