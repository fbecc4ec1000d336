import type { Page } from 'playwright-core';
import { origin } from './answer-pages';
import { findStyleReach, type StyleReach } from '@composed/compose/checks/reach-in-page';

/** A page as it would go live, and as the host's composer wrote it: its slots empty. */
export interface OpenedPage {
  readonly name: string;
  readonly html: string;
  readonly bare: string;
}

/** A page that a browser reads differently from how it was composed. */
export interface OpenedProblem {
  readonly name: string;
  /** The text that the browser read in place of that of the host's composer; null: the trees are the same. */
  readonly difference: readonly [read: string, written: string] | null;
  /** Rules of remotes that match elements of others. */
  readonly reach: readonly StyleReach[];
}

/** Pages that one tab opens: playwright keeps 20 KB of each until the tab is closed. */
const pagesInTab = 100;

/** A policy under which no script of a page runs, while the page is parsed as with scripts. */
const policy = "script-src 'none'; img-src 'none'; font-src 'none'; media-src 'none'";

/**
 * Runs in a page: a frame parses a page, and the page as the host's composer wrote it. Their trees are compared without
 * the content of slots.
 * @returns the first words of both that differ; null where they are the same
 */
function compareTrees({ html, bare }: Pick<OpenedPage, 'html' | 'bare'>) {
  // Methods of one object: tsx would name functions by one of its own, which no page has.
  const tools = {
    read(text: string) {
      document.querySelector('iframe')?.remove();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      const read = frame.contentDocument;
      if (!read) throw new Error('A frame has no document.');
      read.open();
      // oxlint-disable-next-line typescript/no-deprecated -- a DOMParser reads <noscript> otherwise than visitors
      read.write(text);
      read.close();
      const words: string[] = [];
      const left: (Node | string)[] = [read];
      for (let node = left.pop(); node !== undefined; node = left.pop()) {
        if (typeof node === 'string') words.push(node);
        else if (node.nodeType === Node.ELEMENT_NODE) {
          const element = node as Element;
          const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`);
          words.push(`<${[element.namespaceURI, element.localName, ...attributes].join(' ')}>`);
          left.push(`</${element.localName}>`);
          if (element.matches('[data-slot], [data-box]')) continue;
          // A <meta> has a content, too.
          const isTemplate = element.localName === 'template' && 'content' in element;
          const inside = isTemplate ? (element as HTMLTemplateElement).content : element;
          left.push(...[...inside.childNodes].reverse());
        } else {
          words.push(`${node.nodeName} ${node.nodeValue ?? ''}`);
          left.push(...[...node.childNodes].reverse());
        }
      }
      return words;
    },
    shorten(word = 'its end') {
      return word.replace('http://www.w3.org/1999/xhtml ', '').slice(0, 200);
    },
  };
  const written = tools.read(bare);
  const read = tools.read(html);
  const at = read.findIndex((word, n) => word !== written[n]);
  if (at < 0 && read.length === written.length) return null;
  const first = at < 0 ? read.length : at;
  return [tools.shorten(read[first]), tools.shorten(written[first])] as const;
}

/** Style sheets of remotes, in the head of a page. */
const sheetOfRemote = /<style data-href="\/assets\/(?!host\/)/;

async function openPage(page: Page, { name, html, bare }: OpenedPage): Promise<OpenedProblem> {
  const difference = await page.evaluate(compareTrees, { html, bare });
  const [, frame] = page.frames();
  const reach = frame && sheetOfRemote.test(bare) ? await frame.evaluate(findStyleReach, 20) : [];
  return { name, difference, reach };
}

/**
 * Opens pages in the confined browser, where none of their scripts runs, and compares the tree that it makes of each
 * outside of all slots with that of the page as the host's composer wrote it.
 * @param limit milliseconds that one page may take
 * @returns the pages with a problem; null where there is no browser
 * @throws Error naming a page that cannot be opened
 */
export async function openPagesInBrowser(
  pages: Iterable<OpenedPage>,
  limit = 60_000,
): Promise<readonly OpenedProblem[] | null> {
  const { openConfinedBrowser } = await import('./confined-browser');
  const opened = await openConfinedBrowser();
  if (!opened) return null;
  try {
    const context = await opened.browser.newContext({ serviceWorkers: 'block' });
    context.setDefaultTimeout(limit);
    await context.route('**/*', (route) =>
      route.request().url() === `${origin}/`
        ? route.fulfill({
            contentType: 'text/html',
            headers: { 'Content-Security-Policy': policy },
            body: '<!doctype html><title>Pages</title><body>',
          })
        : route.abort(),
    );
    let tab: Page | undefined;
    let left = 0;
    const problems: OpenedProblem[] = [];
    for (const each of pages) {
      if (!tab || left === 0) {
        await tab?.close();
        tab = await context.newPage();
        await tab.goto(`${origin}/`);
        left = pagesInTab;
      }
      left -= 1;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          reject(new Error(`${each.name} could not be opened within ${limit / 1000} s`));
        }, limit);
      });
      // The timer would hold the page for a minute more.
      const end = () => clearTimeout(timer);
      const problem = await Promise.race([openPage(tab, each), late]).finally(end);
      if (problem.difference || problem.reach.length > 0) problems.push(problem);
    }
    return problems;
  } finally {
    await opened.end();
  }
}
