import type { Composition } from '../../compose/composition';
import type { BuiltRelease } from '../releases';
import type { SiteSource } from '../compositions';
import type { Ledger, Overrides, WayBack } from '../ledger';
import type { SiteState } from '../recover';
import type { ReadableStore } from '../stores/store';
import type { ReleaseTool } from '../tool';

/** Pages that a step has composed and that are not in the store yet. */
export interface Composed extends SiteSource {
  composition: Composition;
  waysBack: WayBack[];
}

/** What the steps of one run know and leave for each other. */
export interface Run {
  readonly tool: ReleaseTool;
  /** The ledger that the plan was made for, and where the pointers led. */
  readonly ledger: Ledger;
  readonly pointers: SiteState['pointers'];
  /** The ledger that this run has written. */
  next?: Ledger | undefined;
  readonly builds: ReadonlyMap<string, BuiltRelease>;
  /** The store as it would be with the builds, before they are in it. */
  readonly proposed: ReadableStore;
  composed: Composed | null;
  /** The running canary beside what goes live, or why it ends. */
  renewed?: Composed | { readonly problem: string };
  /** Reasons that somebody gave and that were needed. */
  overrides: Overrides;
}

/** One kind of step: what people read, and what it does. */
export interface StepKind<Parameters> {
  readonly title: (parameters: Parameters) => string;
  /**
   * @returns what is worth knowing beside the title, or ''
   * @throws Refusal, CompositionRefused or Error; what is live is then as it was
   */
  readonly run: (parameters: Parameters, run: Run) => Promise<{ readonly detail: string }>;
}

/** @throws Error when the plan forgot to compose */
export function composedIn({ composed }: Run): Composed {
  if (!composed) throw new Error('The plan uses pages that it did not compose.');
  return composed;
}
