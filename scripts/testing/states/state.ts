import type { Page } from '@playwright/test';

/** A page in one of the states that a visitor can bring it into or find it in. */
export interface State {
  /** Also the name of its screenshots. */
  readonly name: string;
  /** Brings a new page there, and waits until it is there. */
  readonly reach: (page: Page) => Promise<void>;
  /** What it writes to the console; a state without faults writes nothing. */
  readonly console?: RegExp;
  /** Only where the menu is behind its button. */
  readonly narrowOnly?: boolean;
  /** What is seen without scrolling says it all. */
  readonly firstView?: boolean;
}

/** The failed request that a state is made of. */
export const failedRequest = /^error: Failed to load resource/;

/** Pixels from which the header shows its links without a menu. */
export const wideFrom = 768;
