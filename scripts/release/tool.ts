import type { Prices } from 'shared/contracts/plans';
import type { Compose } from '../compose/composition';
import type { Budget } from './budget';
import type { Compressor } from './compress';
import type { Store } from './stores/store';

/** Everything the release tool needs from outside. */
export interface ReleaseTool {
  readonly store: Store;
  /** Names of the app table, in its order. */
  readonly apps: readonly string[];
  readonly compose: Compose;
  /** Builds an app if its sources changed; returns the folder of its release. */
  readonly buildApp: (app: string) => Promise<string>;
  /** Reads the tables call. Null or an error: the prices of the last composition are used. */
  readonly readPrices: () => Promise<Prices | null>;
  readonly compress: Compressor;
  /** What releases may weigh; left out where nobody asks, as on a developer's own machine. */
  readonly budget?: Budget;
  /** Public origin without a trailing slash. */
  readonly siteUrl: string;
  /** Who is at work, for the history. */
  readonly by: string;
  readonly now: () => Date;
}
