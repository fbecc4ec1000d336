/** For tests: the parts of layout that jsdom lacks, driven by hand. Not imported by the site. */

export type LayoutFakes = ReturnType<typeof fakeLayout>;

/** Installs the fakes in the current window; the next call replaces them. */
export function fakeLayout() {
  const scrolls: string[] = [];
  const resized = new Set<() => void>();
  let height = 3000;

  class FakeResizeObserver {
    constructor(private readonly callback: () => void) {}
    observe(): void {
      resized.add(this.callback);
      this.callback();
    }
    disconnect(): void {
      resized.delete(this.callback);
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
    /** Every requested scroll, in order, such as 'top 0 smooth' or '#reviews instant'. */
    scrolls,
    /** Simulates late content: changes the page's height and calls the observers. */
    growTo(to: number) {
      height = to;
      for (const notify of resized) notify();
    },
  };
}
