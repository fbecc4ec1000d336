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
    const begun = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) begun.add(target.id);
          else begun.delete(target.id);
        }
        setInView(ids.findLast((id) => begun.has(id)) ?? null);
      },
      { rootMargin: readingArea },
    );
    const watch = () => {
      for (const id of ids) {
        const section = document.getElementById(id);
        if (section) observer.observe(section);
      }
    };
    watch();
    // A remote may bring or replace its section at any time, which changes the page's height.
    const resizes = new ResizeObserver(watch);
    resizes.observe(document.body);
    return () => {
      resizes.disconnect();
      observer.disconnect();
      setInView(null);
    };
  }, [ids, pathname]);

  return inView;
}
