/** For tests: the parts of layout that jsdom lacks, driven by hand. Not imported by the site. */

interface Observation {
  readonly target: Element;
  readonly isIntersecting: boolean;
}

export interface LayoutFakes {
  /** Every scroll asked for, in order: 'top 0 smooth', '#pricing instant'. */
  readonly scrolls: string[];
  /** Late content: the page gets this tall, and observers are told. */
  readonly growTo: (height: number) => void;
  /** A section begins above the reading line, or no longer does. */
  readonly see: (id: string, isIntersecting: boolean) => void;
}

/** Installs the fakes in the current window; the next call replaces them. */
export function fakeLayout(): LayoutFakes {
  const scrolls: string[] = [];
  const resized = new Set<() => void>();
  const observations = new Set<{
    readonly watched: Set<Element>;
    readonly report: (observations: Observation[]) => void;
  }>();
  let height = 3000;

  class FakeResizeObserver {
    constructor(private readonly told: () => void) {}
    observe(): void {
      resized.add(this.told);
      this.told();
    }
    disconnect(): void {
      resized.delete(this.told);
    }
  }
  class FakeIntersectionObserver {
    private readonly watched = new Set<Element>();
    private readonly entry;
    constructor(report: (observations: Observation[]) => void) {
      this.entry = { watched: this.watched, report };
    }
    observe(element: Element): void {
      this.watched.add(element);
      observations.add(this.entry);
    }
    disconnect(): void {
      this.watched.clear();
      observations.delete(this.entry);
    }
  }
  const define = (owner: object, name: string, value: unknown) =>
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  define(window, 'ResizeObserver', FakeResizeObserver);
  define(window, 'IntersectionObserver', FakeIntersectionObserver);
  define(window, 'matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  define(performance, 'getEntriesByType', () => []);
  define(window, 'scrollY', 0);
  define(window, 'scrollTo', ({ top = 0, behavior = 'auto' }: ScrollToOptions) => {
    scrolls.push(`top ${top} ${behavior}`);
    define(window, 'scrollY', top);
  });
  define(Element.prototype, 'scrollIntoView', function (this: Element, how: ScrollIntoViewOptions) {
    scrolls.push(`#${this.id} ${how.behavior}`);
  });
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    configurable: true,
    get: () => height,
  });
  return {
    scrolls,
    growTo(to) {
      height = to;
      for (const notify of resized) notify();
    },
    see(id, isIntersecting) {
      const target = document.getElementById(id);
      if (!target) throw new Error(`There is no element #${id}.`);
      for (const { watched, report } of observations)
        if (watched.has(target)) report([{ target, isIntersecting }]);
    },
  };
}
