/** What the observer notes in a measured page. Times are milliseconds since navigation; 0: not yet. */
export interface PageFacts {
  fcp: number;
  lcp: number;
  /** Sum of all layout shifts that no input caused. */
  shift: number;
  /** Part of the page ('root', 'pricing/PricingSection') → when its own handlers began to answer. */
  readonly alive: Record<string, number>;
  /** Whether React's own key stood on a node of that part at that moment: it was hydrated, not copied. */
  readonly hydrated: Record<string, boolean>;
  /** When a press made at first paint had shown the annual prices. */
  toggled: number;
  /** Durations of interactions to the next paint; those under 16 ms are not told by browsers. */
  readonly interactions: number[];
}
