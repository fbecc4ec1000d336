import { useEffect, useState } from 'react';

/** A line two fifths down the screen: the section that crosses it is the one being read. */
const readingLine = '-40% 0px -59% 0px';

/**
 * The section in view, by element id.
 * @param ids in page order; the same array on every render
 * @param pathname of the page that has them
 * @returns null where none of them is in view, and until scripts run
 */
export function useSectionInView(ids: readonly string[], pathname: string): string | null {
  const [inView, setInView] = useState<string | null>(null);

  useEffect(() => {
    const watched = new Map<string, Element>();
    const crossing = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) crossing.add(target);
          else crossing.delete(target);
        }
        const found = [...watched].filter(([, element]) => crossing.has(element));
        setInView(found.at(-1)?.[0] ?? null);
      },
      { rootMargin: readingLine },
    );
    // A remote may bring or replace its section at any time, which changes the page's height.
    const watch = () => {
      for (const id of ids) {
        const before = watched.get(id);
        const element = document.getElementById(id);
        if (before === element) continue;
        if (before) observer.unobserve(before);
        if (before) crossing.delete(before);
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
