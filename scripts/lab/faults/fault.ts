import type { FaultStage } from 'shared/faults/report';
import type { Rule } from './rule';

/** Where a fault can be met: a page that was composed with its markup, or one that is gone to from it. */
export const meetings = ['first load', 'navigation'] as const;
export type Meeting = (typeof meetings)[number];

/**
 * What a visitor must see, as the tests check it.
 * `static`: the prerendered nodes stay as they are, with a notice and "Try again".
 * `clone`: a copy of them stands there, with the notice. `alive`: nothing of it, everything works.
 * The others have tests of their own.
 */
export type Sight = 'static' | 'clone' | 'alive' | 'prices' | 'sign-up' | 'page';

export interface Fault {
  /** Also its address: http://<name>.localhost:<port>. */
  readonly name: string;
  readonly broken: string;
  readonly seen: string;
  readonly sight: Sight;
  /** The page on which it is seen. */
  readonly page: string;
  readonly meetings: readonly Meeting[];
  /** The remote that it befalls. */
  readonly remote?: 'pricing' | 'signup';
  /** What the console line says was failing; without one the app reports nothing. */
  readonly stage?: FaultStage;
  readonly rules: readonly Rule[];
  /** How it passes: the server mends it, or it passes in the page with the second "Try again". */
  readonly passes: 'mended' | 'pressed twice' | 'never';
  /** Milliseconds until a visitor is told, where nothing fails but nothing comes either. */
  readonly patience?: number;
}

/** A fault of the site as its table says it: met on first load and lasting, unless it says otherwise. */
export type SiteFault = Omit<Fault, 'meetings' | 'passes'> & Partial<Fault>;

/** What a remote's fault says of itself; the rest follows from the remote. */
export type RemoteFault = Omit<Fault, 'remote' | 'page' | 'meetings' | 'seen' | 'rules'> & {
  readonly rules: (app: string) => readonly Rule[];
  readonly meetings?: Fault['meetings'];
};
