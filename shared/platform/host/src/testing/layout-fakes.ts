/** For tests: the parts of layout that jsdom lacks, driven by hand. Not imported by the site. */

export type LayoutFakes = ReturnType<typeof fakeLayout>;

/** Installs the fakes in the current window; the next call replaces them. */
export function fakeLayout() {
  const scrolls: string[] = [];
  const resized = new Set<() => void>();
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
  const define = (owner: object, name: string, value: unknown) =>
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  define(window, 'ResizeObserver', FakeResizeObserver);
  define(window, 'matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  define(performance, 'getEntriesByType', () => []);
  define(window, 'scrollY', 0);
  define(window, 'scrollTo', ({ top = 0, behavior = 'auto' }: ScrollToOptions) => {
    scrolls.push(`top ${top} ${behavior}`);
    define(window, 'scrollY', top);
  });
  define(Element.prototype, 'scrollIntoView', function (this: Element, how: ScrollIntoViewOptions) {
    scrolls.push(`#${this.id} ${how.behavior}`);
    define(window, 'scrollY', 700);
  });
  define(Element.prototype, 'getBoundingClientRect', () => ({ top: 5000 }));
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    configurable: true,
    get: () => height,
  });
  return {
    /** Every scroll asked for, in order: 'top 0 smooth', '#reviews instant'. */
    scrolls,
    /** Late content: the page gets this tall, and observers are told. */
    growTo(to: number) {
      height = to;
      for (const notify of resized) notify();
    },
  };
}
