// @ts-check
/* global window, document, performance, PerformanceObserver, HTMLElement, requestAnimationFrame, getComputedStyle */
/**
 * Runs in the measured page before any of its own code. It keeps in `window.bench` what the performance
 * timeline does not keep, and marks there what a visitor waits for. Plain JavaScript, since the browser
 * gets it as it is.
 *
 * @typedef {object} Noted
 * @property {number} lcp milliseconds since navigation
 * @property {number[]} interactions milliseconds to the next paint; browsers leave out those under 16
 *
 * @typedef {PerformanceEntry & { interactionId?: number }} Entry
 */
(() => {
  /** @type {string | null} */
  const target = Reflect.get(window, 'benchTarget');
  /** @type {Noted} */
  const noted = { lcp: 0, interactions: [] };
  Object.defineProperty(window, 'bench', { value: noted });

  /**
   * @param {string} type
   * @param {(entry: Entry) => void} use
   */
  const observe = (type, use) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(use));
    observer.observe({ type, buffered: true, durationThreshold: 16 });
  };
  observe('largest-contentful-paint', ({ startTime }) => (noted.lcp = startTime));
  observe('event', ({ interactionId = 0, duration }) => {
    if (interactionId > 0) noted.interactions.push(duration);
  });
  observe('mark', ({ name }) => Reflect.get(window, 'benchNotify')(name));
  observe('paint', ({ name }) => {
    if (name === 'first-contentful-paint' && target) focusTarget(target);
  });

  /**
   * Gives the focus to what is pressed, as soon as it is there.
   * @param {string} selector
   */
  function focusTarget(selector) {
    const found = document.querySelector(selector);
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    // It may not be parsed yet, or not be laid out, being far below the first screen.
    if (!found || document.activeElement !== found) {
      requestAnimationFrame(() => focusTarget(selector));
      return;
    }
    found.addEventListener('change', () => requestAnimationFrame(seeYear), { once: true });
    performance.mark('bench:ready');
  }

  /** The annual prices roll in, and are hidden up to the first frame of that. */
  function seeYear() {
    const year = document.querySelector('[data-period="YEAR"]');
    if (!year) return;
    if (getComputedStyle(year).visibility === 'hidden') requestAnimationFrame(seeYear);
    else setTimeout(() => performance.mark('bench:toggled'));
  }
})();
