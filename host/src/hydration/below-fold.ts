/**
 * Hides, on low screens, what stands far below the first screen (LandingPage.module.css) until the first
 * paint: it is most of what a slow phone has to lay out. A visitor who may arrive further down has the whole
 * page at once, and so has one who scrolls, or presses something that may lead there.
 * @returns shows it, in two frames, so that neither is long
 */
export function hideBelowFold(): () => void {
  const { dataset } = document.documentElement;
  const showAll = () => {
    delete dataset['below'];
  };
  const [navigation] = performance.getEntriesByType('navigation');
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  // The name has the `:~:text=` of a link to a sentence, too, which `location.hash` has not.
  if (!isNew || navigation.name.includes('#') || document.hidden) return showAll;
  dataset['below'] = 'hidden';
  // A tab in the background has no frames.
  for (const type of ['scroll', 'pointerdown', 'keydown', 'click', 'visibilitychange']) {
    window.addEventListener(type, showAll, { capture: true, once: true });
  }
  return () => {
    if (dataset['below'] === undefined) return;
    dataset['below'] = 'prices';
    requestAnimationFrame(() => setTimeout(showAll));
  };
}
