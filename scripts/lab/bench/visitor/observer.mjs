// @ts-check
/* global window, document, performance, PerformanceObserver, MutationObserver, Element, HTMLElement, requestAnimationFrame, getComputedStyle */
/**
 * Runs in the measured page before any of its own code and writes what happens into `window.bench`.
 * Plain JavaScript: it is handed to the browser as it stands. Times are milliseconds since navigation.
 */
(() => {
  /** @type {import('./page-facts').PageFacts} */
  const facts = { fcp: 0, lcp: 0, shift: 0, alive: {}, hydrated: {}, toggled: 0, interactions: [] };
  Object.defineProperty(window, 'bench', { value: facts });

  /**
   * @param {string} type
   * @param {(entry: PerformanceEntry) => void} use
   * @param {Record<string, unknown>} [options]
   */
  const observe = (type, use, options = {}) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(use));
    observer.observe({ type, buffered: true, ...options });
  };
  observe('paint', (entry) => {
    if (entry.name !== 'first-contentful-paint') return;
    facts.fcp = entry.startTime;
    offer();
  });
  observe('largest-contentful-paint', (entry) => {
    facts.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) facts.shift += Number(Reflect.get(entry, 'value'));
  });
  observe(
    'event',
    (entry) => {
      if (Number(Reflect.get(entry, 'interactionId')) > 0) facts.interactions.push(entry.duration);
    },
    { durationThreshold: 16 },
  );

  // The inline bootstrap of every page keeps the parts whose handlers answer in a WeakSet; a part joins it
  // in the effect that runs when React has hydrated it.
  const { add } = WeakSet.prototype;
  /** @param {WeakKey} value */
  WeakSet.prototype.add = function (value) {
    if (value instanceof HTMLElement && value.isConnected) {
      const part = value.dataset['slot'] ?? (value.id === 'root' ? 'root' : undefined);
      if (part !== undefined && facts.alive[part] === undefined) {
        facts.alive[part] = performance.now();
        const inside = value.querySelector('[data-boundary]') ?? value.firstElementChild;
        facts.hydrated[part] =
          inside !== null && Object.keys(inside).some((key) => key.startsWith('__reactProps$'));
        Reflect.get(window, 'benchAlive')(part);
      }
    }
    return Reflect.apply(add, this, [value]);
  };

  /** What the visitor of this run acts on, once it is painted. */
  const wanted = Reflect.get(window, 'benchTarget');
  let isOffered = false;
  /** Puts the focus on the target as soon as it is there and the page is painted, and tells the driver. */
  function offer() {
    if (typeof wanted !== 'string' || isOffered || facts.fcp === 0) return;
    const target = document.querySelector(wanted);
    if (!(target instanceof HTMLElement)) return;
    isOffered = true;
    changes.disconnect();
    target.focus({ preventScroll: true });
    target.addEventListener('change', () => requestAnimationFrame(seeYear), { once: true });
    Reflect.get(window, 'benchOffered')();
  }
  const changes = new MutationObserver(offer);
  changes.observe(document, { childList: true, subtree: true });

  /** The annual prices come in: noted once the first frame that shows them has been handed over. */
  function seeYear() {
    const year = document.querySelector('[data-period="YEAR"]');
    if (!(year instanceof Element)) return;
    // They roll in, and are hidden up to the first frame of that.
    if (getComputedStyle(year).visibility === 'hidden') {
      requestAnimationFrame(seeYear);
      return;
    }
    setTimeout(() => {
      facts.toggled = performance.now();
    });
  }
})();
