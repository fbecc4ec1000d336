import { useEffect, useState } from 'react';

/** Position of the line that the section in view crosses, as a share of the screen's height from the top. */
const readingLine = 0.41;

/**
 * Returns the element id of the section in view: the last one that starts above the reading line. Returns null above
 * the first section, in a page without sections, and before hydration.
 * @param ids in page order; must be the same array on every render
 */
export function useSectionInView(ids: readonly string[], pathname: string): string | null {
  const [inView, setInView] = useState<string | null>(null);

  useEffect(() => {
    const hasBegun = (id: string) => {
      const { top = Infinity } = document.getElementById(id)?.getBoundingClientRect() ?? {};
      return top < readingLine * window.innerHeight;
    };
    const update = () => setInView(ids.findLast(hasBegun) ?? null);
    window.addEventListener('scroll', update, { passive: true });
    // The observer calls `update` at once, and again when the section of a remote changes the height of the page.
    const resizes = new ResizeObserver(update);
    resizes.observe(document.body);
    return () => {
      window.removeEventListener('scroll', update);
      resizes.disconnect();
    };
  }, [ids, pathname]);

  return inView;
}
