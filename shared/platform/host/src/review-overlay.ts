import { asOfName } from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import { appOf } from '@composed/contracts/remote-names';
import { framesOf } from './error-reporting/stack-frames';
import type { FaultReport } from './error-reporting/report-fault';
import { failedMark, hydratedMark, rootName } from '@composed/contracts/page-roots';
import { readPagePins } from './page-data';

/*
 * The review overlay shows the release of each root of the page, and whether the root is hydrated. Previews load it as
 * a separate script and the development build imports it; live pages do not have it. It lives in a shadow root next to
 * #root, so that it cannot change the page.
 */

/** The text of a constructed style sheet, since the page's policy blocks style elements that it does not list. */
const overlayStyle = `
  :host { all: initial; }
  details {
    position: fixed; inset: auto auto 12px 12px; z-index: 2147483647; border-radius: 12px;
    max-width: min(30rem, calc(100vw - 24px)); max-height: 50vh; overflow: auto;
    color: #fff; background: #1c1b3aeb; font: 600 13px/1.4 system-ui, sans-serif;
    pointer-events: none;
  }
  summary, .failed { pointer-events: auto; }
  summary { padding: 12px 16px; cursor: pointer; }
  ul { margin: 0; padding: 0 12px 12px; list-style: none; }
  li { margin-top: 6px; padding-left: 12px; border-left: 4px solid; }
  small { display: block; font-weight: 400; overflow-wrap: anywhere; white-space: pre-line; }
  .static { border-color: #f5b800; }
  .hydrated { border-color: #2fa56b; }
  .failed { border-color: #d8412f; }
`;

/**
 * Returns the state of a root, from the root's last mark in the performance timeline
 * (shared/platform/contracts/src/page-roots.ts).
 */
function stateOf(name: string) {
  const failed = failedMark(name === 'page' ? 'main' : name);
  const hydrated = hydratedMark(name);
  const last = performance
    .getEntriesByType('mark')
    .filter((entry) => entry.name === hydrated || entry.name === failed)
    .sort((a, b) => a.startTime - b.startTime)
    .at(-1);
  if (!last) return { state: 'static' };
  if (last.name === hydrated) return { state: 'hydrated' };
  return { state: 'failed', fault: (last as PerformanceMark).detail as FaultReport };
}

/**
 * Finds the source line of a fault. The server has the source maps, and sends the line to anyone who may see its status
 * page.
 */
async function findLine({ stack }: FaultReport): Promise<string> {
  // A dev server shows the line itself.
  if (__IS_DEV_SERVER__) return '';
  const frames = framesOf(stack, 8);
  if (frames.length === 0) return '';
  const query = new URLSearchParams(frames.map((frame) => ['at', frame]));
  const response = await fetch(`/_site/line?${query.toString()}`).catch(() => null);
  if (response?.ok) return response.text();
  return `For its line: printf '%s\\n' ${frames.join(' ')} | npm run release -- explain`;
}

/** Returns the compressed bytes of the app's files that this page has loaded. */
function bytesOf(app: string, pins: Pins): number {
  const entry = pins.remotes[app]?.entry ?? `/assets/${app}/`;
  const folder = new URL('.', new URL(entry, location.href)).href;
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(folder))
    .reduce((sum, file) => sum + file.encodedBodySize, 0);
}

function describeRelease(app: string, pins: Pins): string {
  if (app === 'host') return pins.host;
  const remote = pins.remotes[app];
  if (!remote) return 'not in this page’s pins';
  if (!remote.integrity) return 'dev server';
  const brings = Object.entries(remote.brings ?? {}).map(([name, at]) => `, with ${name} ${at}`);
  return `${remote.version}, ${remote.integrity.slice(0, 15)}…${brings.join('')}`;
}

function createElement(tag: string, text = '', className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

function badgeText({ basePath }: Pins): string {
  const asOf = document.querySelector<HTMLMetaElement>(`meta[name="${asOfName}"]`)?.content;
  if (asOf !== undefined) return `The site ${asOf}: not live`;
  const name = basePath.split('/').at(-1);
  return name ? `Preview “${name}”: not live` : 'In development: not live';
}

/** Stack of a fault → the source line. */
const lines = new Map<string, Promise<string>>();

/** Creates the list item of a root: its state, and the release of the app that owns it. */
function createRootEntry(root: HTMLElement, pins: Pins): HTMLElement {
  const name = rootName(root);
  const app = appOf(root.dataset['slot'] ?? 'host');
  const size = `${(bytesOf(app, pins) / 1000).toFixed(1)} KB of ${app}`;
  const { state, fault } = stateOf(name);
  const item = createElement('li', `${name}: ${state}`, state);
  item.append(createElement('small', `${app} ${describeRelease(app, pins)}, ${size}`));
  if (fault) {
    const details = createElement('small', fault.cause);
    if (!lines.has(fault.stack)) lines.set(fault.stack, findLine(fault));
    void lines.get(fault.stack)?.then((line) => details.append('\n', line));
    item.append(details);
  }
  return item;
}

/** Retries failed modules when a dev server applies an edit, since the edit may have fixed them. */
function retryFailed(): void {
  const slots = document.querySelectorAll<HTMLElement>('[data-slot]');
  const failedSlots = [...slots].filter((slot) => stateOf(rootName(slot)).state === 'failed');
  setTimeout(() => {
    // The notice with "Try again" is the slot's next sibling (./slots/RemoteSlot.tsx).
    for (const slot of failedSlots) slot.nextElementSibling?.querySelector('button')?.click();
  });
}

function showOverlay(): void {
  window.addEventListener('edited', retryFailed);
  const pins = readPagePins();
  const aside = document.createElement('aside');
  Object.assign(aside, { ariaLabel: 'Review overlay', lang: 'en', dir: 'ltr' });
  const shadow = aside.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayStyle);
  shadow.adoptedStyleSheets = [sheet];
  const box = document.createElement('details');
  box.open = true;
  const list = createElement('ul');
  box.append(createElement('summary', badgeText(pins)), list);
  shadow.append(box);

  const draw = () => {
    const roots = document.querySelectorAll<HTMLElement>(
      '#root, [data-slot], [data-box], [data-island]',
    );
    list.replaceChildren(...Array.from(roots, (root) => createRootEntry(root, pins)));
  };
  new PerformanceObserver(draw).observe({ entryTypes: ['mark', 'resource'] });
  // A client navigation changes the roots of the page, and with them its height.
  new ResizeObserver(draw).observe(document.body);
  document.body.append(aside);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showOverlay);
else showOverlay();
