import { useEffect, useState } from 'react';

/** A part of the screen's height, from the top. The last section that begins in it is the section in view. */
const readingLine = 0.41;

/**
 * Returns the element id of the section in view; null above the first section, in a page without sections, and until
 * scripts run.
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
    // The observer calls this at once, and again when a remote has added its section and it is laid out.
    const resizes = new ResizeObserver(look);
    resizes.observe(document.body);
    return () => {
      window.removeEventListener('scroll', look);
      resizes.disconnect();
    };
  }, [ids, pathname]);

  return inView;
}
