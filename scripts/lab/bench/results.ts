import type { LighthouseResult } from './lighthouse/run';
import type { SecondVisit } from './second-visit';
import type { ServerLoad } from './servers/load';
import type { BuildTimes } from './teams/builds';
import type { DeployTimes } from './teams/deploys';
import type { EditTimes } from './teams/edits';
import type { Sample } from './visitor/samples';

/** Everything one run of the bench has measured; parts that were left out are null. */
export interface Results {
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly node: string;
    readonly browser: string;
    /** ISO 8601, UTC. */
    readonly at: string;
    /** Processes that wanted to run, on average of the first and the last minute; more than the cores: not quiet. */
    readonly load: readonly [number, number];
  };
  readonly runs: number;
  readonly visits: readonly Sample[] | null;
  readonly secondVisit: SecondVisit | null;
  readonly lighthouse: readonly LighthouseResult[] | null;
  readonly builds: BuildTimes | null;
  readonly deploys: readonly DeployTimes[] | null;
  readonly edits: EditTimes | null;
  readonly servers: readonly ServerLoad[] | null;
}
