import { sourceOf } from '../../platform/http/headers';
import type { Handler } from './fault';
import { edited } from './handlers';

/*
 * What a browser's settings and extensions do to a page, as code that runs in it before everything else.
 */

/** Pages whose inline bootstrap runs this code first; the page's policy knows its new hash. */
export function inEveryPage(code: string): Handler {
  return edited((html) => {
    const bootstrap = /<script>(.*?)<\/script>/s.exec(html)?.[1];
    if (bootstrap === undefined) throw new Error('The page has no inline bootstrap.');
    const changed = `${code};${bootstrap}`;
    return html
      .replace(bootstrap, () => changed)
      .replaceAll(sourceOf(bootstrap), sourceOf(changed));
  });
}

/** Cookies and storage throw, as where the browser blocks them. */
export const blockStorage = `
for (const [owner, name] of [[Document.prototype, 'cookie'], [window, 'localStorage'], [window, 'sessionStorage']]) {
  Object.defineProperty(owner, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
}`;

const whenParsed = (code: string) => `
document.addEventListener('DOMContentLoaded', () => {${code}});`;

/** The heading's text is wrapped, and an element is inserted after the header's first link. */
export const wrapHeading = whenParsed(`
  const heading = document.querySelector('h1');
  const mark = document.createElement('mark');
  mark.append(...heading.childNodes);
  heading.append(mark);
  document.querySelector('header a').after(document.createElement('grammarly-button'));
`);

/** Every text is put into a <font>, as Google Translate does, at once and whenever it changes. */
export const translate = whenParsed(`
  const put = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const { parentElement } = text;
      if (!text.data.trim() || parentElement.closest('font, script, style, noscript')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text.data);
    }
  };
  put();
  new MutationObserver(put).observe(document.body, { childList: true, subtree: true, characterData: true });
`);

/** Once the page is hydrated its content is moved into an element that React does not know. */
export const moveNodes = `
new PerformanceObserver((list) => {
  if (list.getEntriesByName('hydrated:page').length > 0) setTimeout(() => {
    const main = document.querySelector('main');
    const reader = document.createElement('div');
    reader.className = 'reader';
    reader.append(...main.childNodes);
    main.append(reader);
  }, 500);
}).observe({ type: 'mark' });`;
