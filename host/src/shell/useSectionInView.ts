import { useEffect, useState } from 'react';

/**
 * All of the page above a line two fifths down the screen. The last section that begins there is the one
 * being read; at the end of the page the footer has pushed it up past that line.
 */
const readingArea = '9999% 0px -59% 0px';

/**
 * The section in view, by element id.
 * @param ids in page order; the same array on every render
 * @param pathname of the page that has them
 * @returns null above the first of them, where the page has none, and until scripts run
 */
export function useSectionInView(ids: readonly string[], pathname: string): string | null {
  const [inView, setInView] = useState<string | null>(null);

  useEffect(() => {
    const watched = new Map<string, Element>();
    const begun = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) begun.add(target);
          else begun.delete(target);
        }
        // Not in the order of the map, where a section that was replaced comes last.
        const found = ids.filter((id) => {
          const element = watched.get(id);
          return element && begun.has(element);
        });
        setInView(found.at(-1) ?? null);
      },
      { rootMargin: readingArea },
    );
    // A remote may bring or replace its section at any time, which changes the page's height.
    const watch = () => {
      for (const id of ids) {
        const before = watched.get(id);
        const element = document.getElementById(id);
        if (before === element) continue;
        if (before) observer.unobserve(before);
        if (before) begun.delete(before);
        watched.delete(id);
        if (!element) continue;
        watched.set(id, element);
        observer.observe(element);
      }
    };
    const resizes = new ResizeObserver(watch);
    watch();
    resizes.observe(document.body);
    return () => {
      resizes.disconnect();
      observer.disconnect();
      setInView(null);
    };
  }, [ids, pathname]);

  return inView;
}
