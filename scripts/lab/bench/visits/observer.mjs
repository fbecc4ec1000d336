// @ts-check
/* global window, document, performance, PerformanceObserver, MutationObserver, HTMLElement, requestAnimationFrame, getComputedStyle */
/**
 * Runs in the measured page before any of its own code. It keeps in `window.bench` what the performance
 * timeline does not keep, and marks there what a visitor waits for. Plain JavaScript, since the browser
 * gets it as it is.
 *
 * @typedef {object} Noted
 * @property {number} lcp milliseconds since navigation
 * @property {number} shift sum of all layout shifts that no input caused
 * @property {number[]} interactions milliseconds to the next paint; browsers leave out those under 16
 *
 * @typedef {PerformanceEntry & { hadRecentInput?: boolean, value?: number, interactionId?: number }} Entry
 */
(() => {
  /** @type {{ target: string | null, follows: boolean }} */
  const plan = Reflect.get(window, 'benchPlan');
  /** @type {Noted} */
  const noted = { lcp: 0, shift: 0, interactions: [] };
  Object.defineProperty(window, 'bench', { value: noted });

  /**
   * @param {string} type
   * @param {(entry: Entry) => void} use
   */
  const observe = (type, use) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(use));
    observer.observe(
      /** @type {PerformanceObserverInit} */ ({ type, buffered: true, durationThreshold: 16 }),
    );
  };
  observe('largest-contentful-paint', ({ startTime }) => (noted.lcp = startTime));
  observe('layout-shift', ({ hadRecentInput, value = 0 }) => {
    if (!hadRecentInput) noted.shift += value;
  });
  observe('event', ({ interactionId = 0, duration }) => {
    if (interactionId > 0) noted.interactions.push(duration);
  });
  observe('mark', ({ name }) => Reflect.get(window, 'benchNotify')(name));
  observe('paint', ({ name }) => {
    if (name === 'first-contentful-paint' && !plan.follows) waitForTarget();
  });
  if (plan.follows) {
    const begin = () => {
      performance.mark('bench:clicked');
      waitForTarget();
    };
    window.addEventListener('click', begin, { capture: true, once: true });
  }

  /** Waits for the target: one to act on gets the focus, one that a link leads to is what is waited for. */
  function waitForTarget() {
    const changes = new MutationObserver(find);
    changes.observe(document, { childList: true, subtree: true });
    find();
    function find() {
      const target = plan.target && document.querySelector(plan.target);
      if (!(target instanceof HTMLElement)) return;
      changes.disconnect();
      if (plan.follows) {
        requestAnimationFrame(() => setTimeout(() => performance.mark('bench:followed')));
        return;
      }
      target.focus({ preventScroll: true });
      // What is far below the first screen is laid out in the frames after the first paint.
      if (document.activeElement !== target) {
        requestAnimationFrame(find);
        return;
      }
      target.addEventListener('change', () => requestAnimationFrame(seeYear), { once: true });
      performance.mark('bench:ready');
    }
  }

  /** The annual prices roll in, and are hidden up to the first frame of that. */
  function seeYear() {
    const year = document.querySelector('[data-period="YEAR"]');
    if (!year) return;
    if (getComputedStyle(year).visibility === 'hidden') requestAnimationFrame(seeYear);
    else setTimeout(() => performance.mark('bench:toggled'));
  }
})();
