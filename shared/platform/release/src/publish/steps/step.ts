import type { Deployment } from '@composed/compose/deployment';
import type { DeploymentSource } from '../../deployments/compose-deployment';
import type { Ledger, Overrides, ReleaseSet, RollbackCheck } from '../../ledger/ledger';
import type { LedgerChange } from '../../ledger/next-ledger';
import type { BuiltRelease } from '../../store/releases';
import type { Alias, ReadableStore } from '../../store/store';
import type { ReleaseTool } from '../../tool/tool';

/** Facts that a plan was made for. Steps only read them, and hand on what they make. */
export interface Round {
  readonly tool: ReleaseTool;
  readonly ledger: Ledger;
  /** Alias → where it leads. */
  readonly aliases: ReadonlyMap<Alias, string>;
  readonly builds: ReadonlyMap<string, BuiltRelease>;
  /** The store as it would be with the builds, before they are in it. */
  readonly proposed: ReadableStore;
}

/** A deployment on its way from the step that composes it to the one that commits it. */
export interface NextDeployment extends DeploymentSource {
  readonly deployment: Deployment;
  readonly rollbackChecks: RollbackCheck[];
  /** Hashes of pages that browsers have opened (./open-pages). */
  readonly opened: readonly string[];
  /** Names of pages with markup or styles that no browser had opened, one of each kind. */
  readonly fresh: readonly string[];
  /** Reasons that somebody gave and that were needed. */
  readonly overrides: Overrides;
  /** The running canary beside the deployment, or why it ends; null where no canary runs. */
  readonly canary: NextDeployment | { readonly problem: string } | null;
}

/** A release that a rollback would bring back. */
export type Rollback = Pick<RollbackCheck, 'app' | 'to'>;

/** A step as the reader of a plan sees it. */
export interface StepSummary {
  readonly name: string;
  /** Title for people. */
  readonly title: string;
  /** Releases that the step composes pages from. */
  readonly releases?: ReleaseSet;
  readonly rollbacks?: readonly Rollback[];
  /** The change of the ledger, which everybody sees. */
  readonly change?: Pick<LedgerChange, 'entry' | 'settings' | 'pruning'>;
}

/** One step of a plan. */
export interface Step<In, Out> extends StepSummary {
  /**
   * @param input what the step before has made
   * @returns the input of the next step, and a detail for people, or ''
   * @throws UserError or Error; what is live is then as it was
   */
  readonly run: (
    round: Round,
    input: In,
  ) => Promise<{ readonly output: Out; readonly detail: string }>;
}

/** A step that changes a deployment on its way, or refuses it. */
export type DeploymentStep = Step<NextDeployment, NextDeployment>;

/** A step that hands on what it was given. */
export interface Task<In = unknown> extends StepSummary {
  readonly run: (round: Round, input: In) => Promise<{ readonly detail: string }>;
}

/** Runs the work of a step, and shows the step. */
type Watch = <T extends { readonly detail: string }>(
  step: StepSummary,
  work: () => Promise<T>,
) => Promise<T>;

/** The steps of a plan up to one of them, and its result. */
interface Steps<Out> {
  /** Steps in the order of running. */
  readonly steps: readonly StepSummary[];
  readonly run: (round: Round, watch: Watch) => Promise<Out>;
  readonly next: <Next>(step: Step<Out, Next>) => Steps<Next>;
  /** Adds steps that hand on what they were given; false is left out. */
  readonly also: (...others: readonly (Task<Out> | Step<Out, Out> | false)[]) => Steps<Out>;
}

function chainSteps<Out>(steps: Steps<Out>['steps'], run: Steps<Out>['run']): Steps<Out> {
  const self: Steps<Out> = {
    steps,
    run,
    next: (step) =>
      chainSteps([...steps, step], async (round, watch) => {
        const input = await run(round, watch);
        return (await watch(step, () => step.run(round, input))).output;
      }),
    also: (...others) =>
      others
        .filter((each) => each !== false)
        .map((each): Step<Out, Out> => {
          const run: Step<Out, Out>['run'] = async (round, input) => {
            return { output: input, ...(await each.run(round, input)) };
          };
          return { ...each, run };
        })
        .reduce((before, each) => before.next(each), self),
  };
  return self;
}

/** A plan without a step: the first one is given nothing. */
export const begin = chainSteps<null>([], () => Promise.resolve(null));

/** The plan of a command. Its last step makes the next ledger; null where another command may have. */
export interface Plan extends Pick<Steps<Ledger | null>, 'steps' | 'run'> {
  /** The outcome in a sentence or two. */
  readonly outcome: string;
}
