/**
 * How the page scrolls within itself: smooth, which shows the way, or at once for those who want no motion.
 * Not the style sheet's business: there it would also slow the way to an anchor on load and on Back.
 */
export function scrollBehavior(): 'smooth' | 'instant' {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
