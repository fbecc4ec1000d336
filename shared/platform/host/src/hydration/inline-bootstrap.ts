import { afterPaintElementId, type PinnedScript } from '@composed/contracts/page-elements';
import { recordInteractions } from './recorded-interactions';
import { allowSkipping } from './view-transitions';

/*
 * The inline bootstrap, which compose writes into every page. It runs before anything is painted, and records a
 * visitor's interactions until the page is hydrated. It fetches scripts after the first paint, since the two would
 * compete. The scripts run at the first interaction, or once the page has been quiet for a while, since the painted
 * page works without them. A page without remotes has nothing to update, so only an interaction fetches and runs its
 * scripts.
 */

function preload({ src, integrity }: PinnedScript): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.crossOrigin = 'anonymous';
  link.fetchPriority = 'low';
  link.integrity = integrity;
  link.href = src;
  // After a failed preload, the browser fails the script's first request too (../remotes/pinned-files.ts).
  link.onerror = () => (dataset['lost'] = '');
  document.head.append(link);
}

/** Milliseconds until the bootstrap stops waiting for a paint. A tab in the background paints nothing. */
const paintTimeout = 1000;

/** Milliseconds without an interaction after the first paint. In this time a slow phone paints the whole page. */
const quietTime = 3000;

/** Resolves at the first contentful paint. Chromium's `first-paint` entry may be of an empty background. */
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
 * Lets the site's styles hide large drawings and everything far below the first screen until the first paint, since a
 * slow phone spends most of its layout on them. The document's `data-below` counts the pieces that are still hidden: 2,
 * then 1, then the attribute is removed. Visitors who arrive further down, scroll or press something get the whole page
 * at once. Each change recalculates the styles of every element that a `data-below` rule can match, so such rules
 * should match few elements; a rule that ends in * matches all.
 */
function hideBelowFold(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  // The entry's name includes the `:~:text=` of a link to a sentence; `location.hash` does not.
  if (navigation?.type !== 'navigate' || navigation.name.includes('#') || document.hidden) return;
  dataset['below'] = '2';
  window.addEventListener('scroll', showAll, whileWaiting);
}

/**
 * Resolves when the browser is idle, or after half a second, since a page with an animation may never be idle. Safari
 * has no `requestIdleCallback`: there it resolves at the next frame.
 */
const idle = () =>
  new Promise<unknown>((resolve) => {
    // The type is checked, since an element with the id `requestIdleCallback` would also define the global.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 500 });
    else requestAnimationFrame(resolve);
  });

/** Shows the hidden pieces in two frames. More frames would take longer: each one lays out the whole page again. */
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
    // Chromium also fires `pointermove` when a page appears below a resting pointer.
    const isMouse = event.type === 'pointermove' && event instanceof MouseEvent;
    if (isMouse && event.movementX === 0 && event.movementY === 0) return;
    // The browser handles the key after this event, and may scroll to the end of the page.
    showAll();
    resolve();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click']) {
    window.addEventListener(type, onInteraction, whileWaiting);
  }
});

// After a reload, Back to an entry that a client navigation made changes only the address, not the document.
const { pathname } = location;
const reloadForNewPath = () => {
  if (location.pathname !== pathname) location.reload();
};
window.addEventListener('popstate', reloadForNewPath, whileWaiting);

// If the site's styles fade between documents, the old page fires `pageswap` and the new one `pagereveal`.
window.addEventListener('pageswap', ({ viewTransition }) => allowSkipping(viewTransition));
window.addEventListener('pagereveal', ({ viewTransition }) => allowSkipping(viewTransition));

// If a proxy has rewritten an inline style, the page's policy blocks the style. Its file is loaded instead.
for (const { sheet, dataset: styleData } of document.querySelectorAll('style'))
  if (!sheet)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styleData['href'] }),
    );

hideBelowFold();
Object.defineProperty(window, 'recordedInteractions', { value: recordInteractions() });

// Compose writes this template and the pins above this script. The rest of the page may arrive a second or more later.
const afterPaint = document.querySelector<HTMLTemplateElement>(`template#${afterPaintElementId}`);
// The first JSON block holds the pins. Finding it by its id would cost bytes
// (shared/platform/contracts/src/page-elements.ts).
const pinsElement = document.querySelector('script[type="application/json"]');
const pins = JSON.parse(pinsElement?.textContent ?? '{}') as {
  readonly preloads?: readonly PinnedScript[];
};

/**
 * Replaces the page's messages for browsers without scripts by one that says that a script is missing.
 * @returns a function that restores the messages
 */
function showLostNotice(): () => void {
  const restores = [...document.querySelectorAll('body noscript')].map((fallback) => {
    const { className } = fallback;
    const textContent = __SITE_LANGUAGE__.texts.lost;
    const sentence = Object.assign(document.createElement('p'), { className, textContent });
    fallback.replaceWith(sentence);
    // Hydration expects the composed <noscript> element.
    return () => sentence.replaceWith(fallback);
  });
  return () => restores.forEach((restore) => restore());
}

/**
 * Runs a script. If the script does not load, it is requested again at the next press, and when the network is back.
 */
function start(script: HTMLScriptElement): void {
  // Cloned before it is inserted: neither an inserted script nor a later clone of it would run again.
  const spare = script.cloneNode() as HTMLScriptElement;
  script.onerror = () => {
    const removeNotice = showLostNotice();
    const waitingForRetry = new AbortController();
    const retry = () => {
      waitingForRetry.abort();
      removeNotice();
      start(spare);
    };
    const options = { signal: waitingForRetry.signal, capture: true };
    for (const type of ['click', 'keydown', 'online'])
      window.addEventListener(type, retry, options);
  };
  document.head.append(script);
}

void firstPaint()
  .then(() => {
    document.querySelector('link[rel=icon]')?.remove();
    document.head.append(...(afterPaint?.content.querySelectorAll('link') ?? []));
    // Scripts are requested after the last of these frames, since arriving scripts would make the frames longer.
    return Promise.race([firstInteraction, showBelowFold()]);
  })
  .then(() => {
    const startOn = afterPaint?.dataset['on'];
    if (startOn === 'interaction') return firstInteraction;
    pins.preloads?.forEach(preload);
    // Scripts run at once where nobody is watching: in a background tab, or in a page that the browser prerenders.
    if (startOn === 'paint' || document.hidden) return undefined;
    afterPaint?.content.querySelectorAll('script').forEach(preload);
    const quiet = new Promise((resolve) => setTimeout(resolve, quietTime));
    return Promise.race([firstInteraction, quiet]);
  })
  .then(() => {
    waiting.abort();
    afterPaint?.content.querySelectorAll('script').forEach(start);
  });
