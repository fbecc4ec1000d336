import type { ReleaseRecord } from '@shopwright/shared/contracts/release-record';
import type { reportFault } from '@shopwright/shared/fault-report';
import { framesOf } from '../error-reporting/frames';
import { nameOf } from '../hydration/recorded-interactions';
import { readReleaseRecord } from '../page-data';

/*
 * The review overlay: what each boundary of the page is made of and whether it is hydrated. Previews
 * load it as a script of their own and the development build imports it; live pages hold none of it.
 * It lives in a shadow root beside #root, so that it cannot change what it looks at.
 */

const hiddenKey = 'overlay-hidden';

/** Text, since the policy of the page lets no style sheet in that it does not list. */
const overlayStyle = `
  :host { all: initial; }
  .badge, .list, .frame { font: 600 13px/1.4 system-ui, sans-serif; }
  .badge {
    position: fixed; inset: auto auto 12px 12px; z-index: 2147483647; min-height: 44px;
    padding: 0 16px; border: 0; border-radius: 22px; color: #fff; background: #1c1b3a; cursor: pointer;
  }
  .badge:focus-visible { outline: 3px solid #f5b800; outline-offset: 2px; }
  .list {
    position: fixed; inset: auto auto 64px 12px; z-index: 2147483647; margin: 0; padding: 12px;
    max-width: min(30rem, calc(100vw - 48px)); max-height: 50vh; overflow: auto; list-style: none;
    border-radius: 12px; color: #fff; background: #1c1b3aeb; pointer-events: none;
  }
  .list li { padding: 4px 0 4px 12px; border-left: 4px solid var(--state); }
  .list li + li { margin-top: 6px; }
  small { display: block; font-weight: 400; overflow-wrap: anywhere; white-space: pre-line; }
  .fault { pointer-events: auto; }
  .frame {
    position: fixed; box-sizing: border-box; padding: 2px 6px; z-index: 2147483646;
    border: 2px dashed var(--state); color: #1c1b3a; pointer-events: none; text-shadow: 0 0 4px #fff;
  }
  .static { --state: #f5b800; }
  .hydrated { --state: #2fa56b; }
  .failed { --state: #d8412f; }
  [hidden] { display: none; }
`;

/** The parts of the page that one team each answers for, as the performance timeline names them; the page first. */
function findBoundaries() {
  const parts = document.querySelectorAll<HTMLElement>('#root, [data-slot], [data-island]');
  return [...parts].map((element) => ({
    element,
    part: nameOf(element),
    app: element.dataset['slot']?.split('/')[0] ?? 'host',
  }));
}

/** What the performance timeline last said of a part: see `performance.mark` in hydration and error-reporting. */
function lookAt(part: string) {
  const failed = `failed:${part === 'page' ? 'main' : part}`;
  const last = performance
    .getEntriesByType('mark')
    .filter(({ name }) => name === `hydrated:${part}` || name === failed)
    .sort((a, b) => a.startTime - b.startTime)
    .at(-1);
  if (!last) return { state: 'static' };
  if (last.name.startsWith('hydrated')) return { state: 'hydrated' };
  return { state: 'failed', fault: (last as PerformanceMark).detail as Report };
}
type Report = ReturnType<typeof reportFault>;

/** The line of the source, as the server says that has the maps: it tells who may see its status page. */
async function findLine({ stack }: Report): Promise<string> {
  const frames = framesOf(stack, 8);
  if (frames.length === 0) return '';
  const query = new URLSearchParams(frames.map((frame) => ['at', frame]));
  const answer = await fetch(`/_site/line?${query.toString()}`).catch(() => null);
  if (answer?.ok) return answer.text();
  return `For its line: printf '%s\\n' ${frames.join(' ')} | npm run release -- explain`;
}

/** Bytes of an app's files that this page has loaded, as they are compressed. */
function bytesOf(app: string, record: ReleaseRecord): number {
  const entry = record.remotes[app]?.entry ?? `/assets/${app}/`;
  const folder = new URL(entry, location.href).href.replace(/[^/]*$/, '');
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(folder))
    .reduce((sum, file) => sum + file.encodedBodySize, 0);
}

function describeRelease(app: string, record: ReleaseRecord): string {
  if (app === 'host') return record.host;
  const remote = record.remotes[app];
  if (!remote) return 'not in this page’s record';
  return remote.integrity ? `${remote.version}, ${remote.integrity.slice(0, 15)}…` : 'dev server';
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function badgeText({ basePath }: ReleaseRecord): string {
  const name = basePath.split('/').at(-1);
  return name ? `Preview “${name}”: not live` : 'In development: not live';
}

/** Storage can be blocked; then the switch holds until the page is left. */
function stored<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

function showOverlay(): void {
  const record = readReleaseRecord();
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Review overlay');
  const shadow = place.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayStyle);
  shadow.adoptedStyleSheets = [sheet];
  const frames = element('div', 'frames');
  frames.setAttribute('aria-hidden', 'true');
  const list = element('ul', 'list');
  const toggle = element('button', 'badge', badgeText(record));
  shadow.append(frames, list, toggle);

  const lines = new Map<string, Promise<string>>();
  let hidden = stored((storage) => storage.getItem(hiddenKey)) === 'true';
  const draw = () => {
    toggle.setAttribute('aria-expanded', String(!hidden));
    list.hidden = frames.hidden = hidden;
    if (hidden) return;
    const boundaries = findBoundaries();
    list.replaceChildren(
      ...boundaries.map(({ part, app }) => {
        const size = `${(bytesOf(app, record) / 1000).toFixed(1)} KB of ${app}`;
        const { state, fault } = lookAt(part);
        const row = element('li', state, `${part}: ${state}`);
        row.append(element('small', '', `${app} ${describeRelease(app, record)}, ${size}`));
        if (fault) {
          const about = element('small', 'fault', fault.cause);
          if (!lines.has(fault.stack)) lines.set(fault.stack, findLine(fault));
          void lines.get(fault.stack)?.then((line) => about.append('\n', line));
          row.append(about);
        }
        return row;
      }),
    );
    frames.replaceChildren(
      ...boundaries.slice(1).map(({ element: target, part }) => {
        const { left, top, width, height } = target.getBoundingClientRect();
        const frame = element('div', `frame ${lookAt(part).state}`, part);
        frame.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
        return frame;
      }),
    );
  };
  let frame = 0;
  const redraw = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  toggle.addEventListener('click', () => {
    hidden = !hidden;
    stored((storage) => storage.setItem(hiddenKey, String(hidden)));
    draw();
  });
  new PerformanceObserver(redraw).observe({ entryTypes: ['mark', 'resource'] });
  new ResizeObserver(redraw).observe(document.body);
  window.addEventListener('scroll', redraw, { passive: true });
  document.body.append(place);
  draw();
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showOverlay);
else showOverlay();
