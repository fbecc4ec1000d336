import { afterPaintElementId, type PinnedScript } from '@composed/contracts/page-elements';
import { recordInteractions } from './recorded-interactions';
import { allowSkipping } from './view-transitions';

/*
 * The inline bootstrap, which compose writes into every page: it runs before anything is painted. It records what a
 * visitor does until the page is hydrated, and fetches scripts after the first paint, with which they would compete.
 * Scripts run at the first interaction, or when the page has been quiet for a while, since all that is painted works
 * without them. A page without remotes has nothing to update: there only an interaction fetches and runs them.
 */

function preload({ src, integrity }: PinnedScript): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.crossOrigin = 'anonymous';
  link.fetchPriority = 'low';
  link.integrity = integrity;
  link.href = src;
  // The script itself fails with it (remotes/pinned-files.ts).
  link.onerror = () => (dataset['lost'] = '');
  document.head.append(link);
}

/** A page that paints nothing (a tab in the background) goes on after this many milliseconds all the same. */
const paintTimeout = 1000;

/** Milliseconds after the first paint without an interaction, in which a slow phone paints the whole page. */
const quietTime = 3000;

/** Chromium paints the ground of a page by itself first, which shows nothing yet. */
const firstPaint = () =>
  new Promise<unknown>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve(list);
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, paintTimeout);
  });

const { dataset } = document.documentElement;
const showAll = () => delete dataset['below'];

/**
 * Lets the site’s styles hide large drawings, and all that stands far below the first screen, until the first paint: it
 * is most of what a slow phone has to lay out. `data-below` of the document counts the pieces that are still hidden: 2,
 * 1, and then it is gone. A visitor who may arrive further down has the whole page at once. So has one who scrolls, or
 * does something that may lead there. Each change asks all elements that such a rule names for their styles, so name
 * few: one that ends in * names all there are.
 */
function hideBelowFold(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  // The name has the `:~:text=` of a link to a sentence, too, which `location.hash` has not.
  if (navigation?.type !== 'navigate' || navigation.name.includes('#') || document.hidden) return;
  dataset['below'] = '2';
  window.addEventListener('scroll', showAll, whileWaiting);
}

/**
 * When the last piece is painted and the browser is idle, or after half a second: a page in which something moves may
 * never be idle. In Safari: the next frame.
 */
const idle = () =>
  new Promise<unknown>((resolve) => {
    // An element may have that id: it is in the window, and no function.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 500 });
    else requestAnimationFrame(resolve);
  });

/** Shows it in two frames: each also pays for all that is there already. */
async function showBelowFold(): Promise<void> {
  if (dataset['below'] !== undefined) {
    dataset['below'] = '1';
    await idle();
  }
  showAll();
}

const waiting = new AbortController();
const whileWaiting = { signal: waiting.signal, capture: true, passive: true };

const firstInteraction = new Promise<void>((resolve) => {
  const onInteraction = (event: Event) => {
    // Chromium also says that a pointer has moved when a page comes to stand below it.
    const isMouse = event.type === 'pointermove' && event instanceof MouseEvent;
    if (isMouse && event.movementX === 0 && event.movementY === 0) return;
    // The browser acts on the key later, and may scroll to the end.
    showAll();
    resolve();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click']) {
    window.addEventListener(type, onInteraction, whileWaiting);
  }
});

// After a reload, Back to an entry that the host made changes the address alone.
const { pathname } = location;
const showAddress = () => location.pathname !== pathname && location.reload();
window.addEventListener('popstate', showAddress, whileWaiting);

// A fade between documents (shared/src/styles/global.css): each of the two pages fires one event.
window.addEventListener('pageswap', ({ viewTransition }) => allowSkipping(viewTransition));
window.addEventListener('pagereveal', ({ viewTransition }) => allowSkipping(viewTransition));

// The policy refuses a style that was rewritten on its way; its file is the site's own.
for (const { sheet, dataset } of document.querySelectorAll('style'))
  if (!sheet)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: dataset['href'] }),
    );

hideBelowFold();
Object.defineProperty(window, 'recordedInteractions', { value: recordInteractions() });

// Compose has written both above this script. What follows the script may be a second or more behind.
const afterPaint = document.querySelector<HTMLTemplateElement>(`template#${afterPaintElementId}`);
// The pins, which the host parses when there is time. Its id would cost bytes (page-elements.ts).
const data = document.querySelector('script[type="application/json"]');
const pins = JSON.parse(data?.textContent ?? '{}') as {
  readonly preloads?: readonly PinnedScript[];
};

/** Says that a script is missing, wherever the page says something to browsers without scripts. Returns what ends that. */
function sayLost(): () => void {
  const restores = [...document.querySelectorAll('body noscript')].map((fallback) => {
    const { className } = fallback;
    const textContent = __SITE_WORDS__.texts.lost;
    const sentence = Object.assign(document.createElement('p'), { className, textContent });
    fallback.replaceWith(sentence);
    // Hydration looks for the element that was composed.
    return () => sentence.replaceWith(fallback);
  });
  return () => restores.forEach((restore) => restore());
}

/** Runs a script. One that is lost is asked for again at the next press, and when the network is back. */
function start(script: HTMLScriptElement): void {
  // A script that has been in the page never runs again, and neither does a copy of it.
  const spare = script.cloneNode() as HTMLScriptElement;
  script.onerror = () => {
    const end = sayLost();
    const retry = new AbortController();
    for (const type of ['click', 'keydown', 'online'])
      window.addEventListener(
        type,
        () => {
          retry.abort();
          end();
          start(spare);
        },
        { signal: retry.signal, capture: true },
      );
  };
  document.head.append(script);
}

void firstPaint()
  .then(() => {
    document.querySelector('link[rel=icon]')?.remove();
    document.head.append(...(afterPaint?.content.querySelectorAll('link') ?? []));
    // Scripts are asked for after the last frame: their arrival would make each longer.
    return Promise.race([firstInteraction, showBelowFold()]);
  })
  .then(() => {
    const startOn = afterPaint?.dataset['on'];
    if (startOn === 'interaction') return firstInteraction;
    pins.preloads?.forEach(preload);
    // Nobody is disturbed in a tab in the background, or in a page that is rendered before it is shown.
    if (startOn === 'paint' || document.hidden) return undefined;
    afterPaint?.content.querySelectorAll('script').forEach(preload);
    const quiet = new Promise((resolve) => setTimeout(resolve, quietTime));
    return Promise.race([firstInteraction, quiet]);
  })
  .then(() => {
    waiting.abort();
    afterPaint?.content.querySelectorAll('script').forEach(start);
  });
