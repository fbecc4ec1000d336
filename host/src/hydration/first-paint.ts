/** A page that paints nothing (in the background, say) goes on after this many milliseconds all the same. */
const patience = 1000;

/** Settles when the visitor has something to look at, which no script has put off then. */
export function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, patience);
  });
}
