import { hydratedMark } from '@composed/contracts/page-roots';
import { hashOfInline } from '@composed/http/pages/send-page';
import { integrityOf } from '@composed/apps/integrity';
import type { Handler } from './fault';
import { edited } from './handlers';

/*
 * Code that changes a page as a browser's settings and extensions do. It runs in the page before everything else.
 */

/** Adds code to the start of the inline bootstrap of every page, and replaces its hash in the CSP. */
export function inEveryPage(code: string): Handler {
  return edited((html) => {
    const bootstrap = /<script>(.*?)<\/script>/s.exec(html)?.[1];
    if (bootstrap === undefined) throw new Error('The page has no inline bootstrap.');
    const changed = `${code};${bootstrap}`;
    return html
      .replace(bootstrap, () => changed)
      .replaceAll(hashOfInline(bootstrap), hashOfInline(changed));
  });
}

const injectedFile = '/injected.js';

/** Markup that brings a script in every way of w3c/webappsec-csp 823; each would write its number down. */
function injectedMarkup(): string {
  const run = (way: number) => `document.documentElement.dataset.injected=${way}`;
  const data = (way: number) => `data:text/javascript,${run(way)}`;
  const attributes = `crossorigin integrity="${integrityOf(Buffer.from(run(0)))}"`;
  return [
    ...[injectedFile, data(1)].flatMap((address) => [
      `<link rel="modulepreload" href="${address}">`,
      `<link rel="preload" as="script" href="${address}">`,
      `<script type="module" src="${address}"></script>`,
      `<script type="module" ${attributes} src="${address}"></script>`,
      `<script src="${address}"></script>`,
      `<script ${attributes} src="${address}"></script>`,
      `<script type="module">import ${JSON.stringify(address)}</script>`,
    ]),
    `<script type="importmap">{"imports":{"a":"${data(2)}"}}</script>`,
    `<script>${run(3)}</script>`,
    `<iframe srcdoc="<script>parent.${run(4)}</script>"></iframe>`,
    `<img src="/" onerror="${run(5)}">`,
  ].join('');
}

/** Injects a script by a blob: address, with a Trusted Types policy that `injectScripts` adds to the page's CSP. */
const injectBlobs = `
const policy = window.trustedTypes?.createPolicy('injected', { createScriptURL: (each) => each });
const body = 'document.documentElement.dataset.injected = 6';
const address = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
document.addEventListener('DOMContentLoaded', () => {
  for (const type of ['module', '']) {
    const preload = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: address });
    const script = Object.assign(document.createElement('script'), { type, src: policy?.createScriptURL(address) ?? address });
    document.body.append(preload, script);
  }
})`;

/** Injects markup into pages, and serves a script that no page pins from the site's origin. */
export const injectScripts: Handler = async (real, path) => {
  if (path === injectedFile) {
    const type = {
      'content-type': 'text/javascript',
      'cross-origin-resource-policy': 'same-origin',
    };
    return new Response('document.documentElement.dataset.injected=0', { headers: type });
  }
  const write = edited((html) =>
    html
      .replace('trusted-types ', 'trusted-types injected ')
      .replace('<body>', () => `<body>${injectedMarkup()}`),
  );
  return inEveryPage(injectBlobs)(() => write(real, path), path);
};

/** Makes cookies and storage throw, as in a browser that blocks them. */
export const blockStorage = `
for (const [owner, name] of [[Document.prototype, 'cookie'], [window, 'localStorage'], [window, 'sessionStorage']]) {
  Object.defineProperty(owner, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
}`;

const whenParsed = (code: string) => `
document.addEventListener('DOMContentLoaded', () => {${code}});`;

/** Wraps the heading's text, and inserts an element after the header's first link. */
export const wrapHeading = whenParsed(`
  const heading = document.querySelector('h1');
  const mark = document.createElement('mark');
  mark.append(...heading.childNodes);
  heading.append(mark);
  document.querySelector('header a').after(document.createElement('grammarly-button'));
`);

/** Wraps each text in a <font> at once and after each change, as Google Translate does. */
export const translate = whenParsed(`
  const put = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    for (const text of nodes) {
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

/** Moves the content of a hydrated page into an element that React does not know. */
export const moveNodes = `
new PerformanceObserver((list) => {
  if (list.getEntriesByName('${hydratedMark('page')}').length > 0) setTimeout(() => {
    const main = document.querySelector('main');
    const reader = document.createElement('div');
    reader.className = 'reader';
    reader.append(...main.childNodes);
    main.append(reader);
  }, 500);
}).observe({ type: 'mark' });`;
