// @ts-check
/* global window, document, performance, PerformanceObserver, MutationObserver, HTMLElement, requestAnimationFrame, getComputedStyle */
/**
 * Runs in the measured page before any of its own code and keeps what happens in `window.bench`.
 * Plain JavaScript, since the browser gets it as it is. Times are milliseconds since navigation.
 *
 * @typedef {object} PageFacts
 * @property {number} fcp
 * @property {number} lcp
 * @property {number} shift sum of all layout shifts that no input caused
 * @property {number} hydrated when the part of the plan was hydrated; 0: not yet
 * @property {number} toggled when a press made at first paint had shown the annual prices; 0: not yet
 * @property {number} followed milliseconds from a click on the plan's link until its target was shown
 * @property {number[]} interactions durations to the next paint; browsers leave out those under 16 ms
 *
 * @typedef {PerformanceEntry & { hadRecentInput?: boolean, value?: number, interactionId?: number }} Entry
 */
(() => {
  /** @type {{ part: string | null, target: string | null, link: string | null }} */
  const plan = Reflect.get(window, 'benchPlan');
  /** @type {PageFacts} */
  const facts = {
    fcp: 0,
    lcp: 0,
    shift: 0,
    hydrated: 0,
    toggled: 0,
    followed: 0,
    interactions: [],
  };
  Object.defineProperty(window, 'bench', { value: facts });

  /** @param {'ready' | 'hydrated' | 'followed'} event */
  const notify = (event) => Reflect.get(window, 'benchNotify')(event);

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
  observe('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return;
    facts.fcp = startTime;
    findTarget();
  });
  observe('largest-contentful-paint', ({ startTime }) => (facts.lcp = startTime));
  observe('layout-shift', ({ hadRecentInput, value = 0 }) => {
    if (!hadRecentInput) facts.shift += value;
  });
  observe('event', ({ interactionId = 0, duration }) => {
    if (interactionId > 0) facts.interactions.push(duration);
  });
  observe('mark', ({ name, startTime }) => {
    if (name !== `hydrated:${plan.part}` || facts.hydrated > 0) return;
    facts.hydrated = startTime;
    notify('hydrated');
  });
  if (plan.part === null) window.addEventListener('load', () => notify('hydrated'));

  let clicked = 0;
  if (plan.link !== null) {
    window.addEventListener('click', () => (clicked = performance.now()), true);
  }

  /** Waits for the target: one to act on gets the focus, one that a link leads to is what is waited for. */
  function findTarget() {
    if (plan.target === null || facts.fcp === 0 || (plan.link && clicked === 0)) return;
    const target = document.querySelector(plan.target);
    if (!(target instanceof HTMLElement)) return;
    plan.target = null;
    changes.disconnect();
    if (plan.link) {
      requestAnimationFrame(() =>
        setTimeout(() => {
          facts.followed = performance.now() - clicked;
          notify('followed');
        }),
      );
      return;
    }
    target.focus({ preventScroll: true });
    target.addEventListener('change', () => requestAnimationFrame(seeYear), { once: true });
    notify('ready');
  }
  const changes = new MutationObserver(findTarget);
  changes.observe(document, { childList: true, subtree: true });

  /** The annual prices roll in, and are hidden up to the first frame of that. */
  function seeYear() {
    const year = document.querySelector('[data-period="YEAR"]');
    if (!year) return;
    if (getComputedStyle(year).visibility === 'hidden') requestAnimationFrame(seeYear);
    else setTimeout(() => (facts.toggled = performance.now()));
  }
})();
