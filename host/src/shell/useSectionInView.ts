import { useEffect, useState } from 'react';

/** Part of the screen above this line: the last section that begins there is the one being read. */
const readingLine = 0.41;

/**
 * The section in view, by element id; null above the first of them, where the page has none, and until scripts run.
 * @param ids in page order; the same array on every render
 */
export function useSectionInView(ids: readonly string[], pathname: string): string | null {
  const [inView, setInView] = useState<string | null>(null);

  useEffect(() => {
    const hasBegun = (id: string) => {
      const { top = Infinity } = document.getElementById(id)?.getBoundingClientRect() ?? {};
      return top < readingLine * window.innerHeight;
    };
    const look = () => setInView(ids.findLast(hasBegun) ?? null);
    window.addEventListener('scroll', look, { passive: true });
    // Called at once, and when a remote brings its section, which is laid out by then.
    const resizes = new ResizeObserver(look);
    resizes.observe(document.body);
    return () => {
      window.removeEventListener('scroll', look);
      resizes.disconnect();
    };
  }, [ids, pathname]);

  return inView;
}
