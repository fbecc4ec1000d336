/**
 * What a visitor does before the page is alive is kept and done later. The early script, which stands in
 * the page itself, records; the host replays when the part of the page in question is hydrated.
 */
export interface Intent {
  readonly kind: 'submit' | 'click';
  /** Other nodes may take its place. */
  target: HTMLElement;
}

export interface Intents {
  /** Recorded and not yet replayed, oldest first. */
  readonly pending: Intent[];
  /** Parts of the page (the root, slots, islands) whose own handlers answer now. */
  readonly alive: WeakSet<Element>;
}

/** The part of the page that answers for an element: the nearest slot or island, or the root. */
export function partOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-slot], [data-island], #root');
}

declare global {
  interface Window {
    /** Set by the early script; absent on dev servers' pages, which render late and from nothing. */
    readonly pageIntents?: Intents;
    /** Address of a preloaded script → settles when it has come or failed. Set by the early script. */
    readonly pageArrivals?: ReadonlyMap<string, Promise<unknown>>;
  }
}
