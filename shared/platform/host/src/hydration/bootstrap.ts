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
  // A preload that failed makes the script’s own request fail (../remotes/pinned-files.ts).
  link.onerror = () => (dataset['lost'] = '');
  document.head.append(link);
}

/** A page that paints nothing (a tab in the background) goes on after this many milliseconds all the same. */
const paintTimeout = 1000;

/** Milliseconds after the first paint without an interaction, in which a slow phone paints the whole page. */
const quietTime = 3000;

/** Chromium first paints the background alone, which shows nothing yet. */
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
 * Lets the site’s styles hide large drawings and everything far below the first screen until the first paint, since a
 * slow phone spends most of its layout on them. `data-below` of the document counts the pieces that are still hidden:
 * 2, 1, and then it is removed. Visitors who arrive further down, scroll, or press something have the whole page at
 * once. Each change recalculates the styles of all elements that such a rule names, so name few: a rule that ends in *
 * names all.
 */
function hideBelowFold(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  // The entry's name still has the `:~:text=` of a link to a sentence, which `location.hash` has not.
  if (navigation?.type !== 'navigate' || navigation.name.includes('#') || document.hidden) return;
  dataset['below'] = '2';
  window.addEventListener('scroll', showAll, whileWaiting);
}

/**
 * Resolves when the browser is idle, or after half a second, since a page with an animation may never be idle. In
 * Safari: at the next frame.
 */
const idle = () =>
  new Promise<unknown>((resolve) => {
    // An element with the id `requestIdleCallback` would shadow the function.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 500 });
    else requestAnimationFrame(resolve);
  });

/** Shows the rest in two frames. More would cost more: each lays out again what is there already. */
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
    // Chromium also fires this when a page appears below a pointer that rests.
    const isMouse = event.type === 'pointermove' && event instanceof MouseEvent;
    if (isMouse && event.movementX === 0 && event.movementY === 0) return;
    // The browser handles the key later, and may scroll to the end.
    showAll();
    resolve();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click']) {
    window.addEventListener(type, onInteraction, whileWaiting);
  }
});

// After a reload, Back to an entry of a client navigation changes the address alone.
const { pathname } = location;
const showAddress = () => location.pathname !== pathname && location.reload();
window.addEventListener('popstate', showAddress, whileWaiting);

// Where the site’s styles fade between documents, each of the two pages fires one event.
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

// Compose writes both above this script. The rest of the page may arrive a second or more later.
const afterPaint = document.querySelector<HTMLTemplateElement>(`template#${afterPaintElementId}`);
// The pins. To find them by their id would cost bytes (page-elements.ts).
const data = document.querySelector('script[type="application/json"]');
const pins = JSON.parse(data?.textContent ?? '{}') as {
  readonly preloads?: readonly PinnedScript[];
};

/**
 * Replaces the page's messages for browsers without scripts by one that a script is missing. Returns a function that
 * undoes this.
 */
function showLostNotice(): () => void {
  const restores = [...document.querySelectorAll('body noscript')].map((fallback) => {
    const { className } = fallback;
    const textContent = __SITE_LANGUAGE__.texts.lost;
    const sentence = Object.assign(document.createElement('p'), { className, textContent });
    fallback.replaceWith(sentence);
    // Hydration expects the composed element.
    return () => sentence.replaceWith(fallback);
  });
  return () => restores.forEach((restore) => restore());
}

/** Runs a script. If it does not load, it is requested again at the next press, and when the network is back. */
function start(script: HTMLScriptElement): void {
  // A script that has been in the page never runs again, and neither does a copy that is made later.
  const spare = script.cloneNode() as HTMLScriptElement;
  script.onerror = () => {
    const end = showLostNotice();
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
    // Scripts are requested after the last frame: their arrival would make all of them longer.
    return Promise.race([firstInteraction, showBelowFold()]);
  })
  .then(() => {
    const startOn = afterPaint?.dataset['on'];
    if (startOn === 'interaction') return firstInteraction;
    pins.preloads?.forEach(preload);
    // Nobody waits in a background tab, or in a page that is prerendered by the browser.
    if (startOn === 'paint' || document.hidden) return undefined;
    afterPaint?.content.querySelectorAll('script').forEach(preload);
    const quiet = new Promise((resolve) => setTimeout(resolve, quietTime));
    return Promise.race([firstInteraction, quiet]);
  })
  .then(() => {
    waiting.abort();
    afterPaint?.content.querySelectorAll('script').forEach(start);
  });
