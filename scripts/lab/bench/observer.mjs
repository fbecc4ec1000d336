// @ts-check
/* global window, document, performance, PerformanceObserver, requestAnimationFrame, getComputedStyle, console */
/**
 * Runs in the measured page before any of its own code, and keeps in `window.bench` what the performance
 * timeline does not keep. Plain JavaScript, since the browser gets this file.
 *
 * @typedef {object} Noted
 * @property {number} lcp milliseconds since navigation
 * @property {number[]} interactions milliseconds to the next paint; browsers leave out those under 16
 * @property {number} blocked milliseconds of tasks beyond 50
 * @property {number} longest task of more than 50 milliseconds; 0: there was none
 *
 * @typedef {PerformanceEntry & { interactionId?: number }} Entry
 */
(() => {
  /** @type {Noted} */
  const noted = { lcp: 0, interactions: [], blocked: 0, longest: 0 };
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

  observe('longtask', ({ duration }) => {
    noted.blocked += duration - 50;
    noted.longest = Math.max(noted.longest, duration);
  });

  observe('mark', ({ name }) => console.debug(name));

  /** The annual prices roll in: they are hidden until the first frame of that. */
  function seeYear() {
    const year = document.querySelector('[data-period="YEAR"]');
    if (!year) return;
    if (getComputedStyle(year).visibility === 'hidden') requestAnimationFrame(seeYear);
    else setTimeout(() => performance.mark('bench:toggled'));
  }
  window.addEventListener('change', () => requestAnimationFrame(seeYear), { once: true });
})();
