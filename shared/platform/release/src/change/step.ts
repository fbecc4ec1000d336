import { UserError } from '@composed/command/errors';
import { formatCount } from '@composed/command/format';
import type { ReportProgress } from '@composed/command/terminal';
import type { Deployment } from '@composed/compose/deployment';
import type { DeploymentRecipe } from '../deployments/compose-deployment';
import type { NewPages } from '../deployments/new-pages';
import type { Ledger, Overrides, RollbackCheck } from '../ledger/ledger';
import type { BuiltRelease } from '../store/releases';
import type { ReadableStore } from '../store/store';
import type { ReleaseTool } from '../tool/release-tool';
import type { LedgerState } from '../ledger/move-aliases';

/** The input that all steps of a plan share, and only read. */
export interface StepContext extends LedgerState {
  readonly tool: ReleaseTool;
  readonly builds: ReadonlyMap<string, BuiltRelease>;
  /** The store as it will be once the builds are uploaded. */
  readonly overlay: ReadableStore;
  /** Reports the progress of the running step. */
  readonly reportProgress?: ReportProgress;
  /** Whether this is a dry run, which leaves out checks that need a browser. */
  readonly isDry?: boolean;
}

/** The deployment that a plan composes, checks and commits. */
export interface NextDeployment extends DeploymentRecipe {
  readonly deployment: Deployment;
  readonly rollbackChecks: RollbackCheck[];
  readonly newPages: NewPages;
  /** Hashes of pages whose styles were checked in a browser (./next-deployment/check-page-styles.ts). */
  readonly checkedHashes: readonly string[];
  /** Reasons for skipped checks that the deployment would not have passed. */
  readonly overrides: Overrides;
  /** The running canary with the next releases, or the reason why it ends; null if none is running. */
  readonly canary: NextDeployment | { readonly problem: string } | null;
}

/** The release of an app that steps publish. */
export interface AppRelease {
  readonly app: string;
  readonly version: string;
}

/** The version that a rollback of an app leads to. */
export type Rollback = Pick<RollbackCheck, 'app' | 'to'>;

/** A step of a plan, as people see it. */
export interface StepSummary {
  /** Title for people. */
  readonly title: string;
  /** A dry run ends before the first step that writes, and leaves out steps that read in a browser. */
  readonly access: 'reads' | 'reads-in-browser' | 'writes';
  /** Set for the step that changes the ledger, which other publishers see. */
  readonly commits?: true;
}

/** One step of a plan. */
export interface Step<In, Out> extends StepSummary {
  /**
   * @param input the output of the step before
   * @returns the output, and a detail for people, or ''
   * @throws UserError or Error
   */
  readonly run: (
    context: StepContext,
    input: In,
  ) => Promise<{ readonly output: Out; readonly detail: string }>;
}

/** A step that changes the next deployment, or refuses it. */
export type DeploymentStep = Step<NextDeployment, NextDeployment>;

/** A step that produces nothing: the next step gets the same input. */
export interface StepWithoutOutput<In = unknown> extends StepSummary {
  readonly run: (context: StepContext, input: In) => Promise<{ readonly detail: string }>;
}

/** Runs the work of a step, and shows its progress. */
type RunWork = <T extends { readonly detail: string }>(
  step: StepSummary,
  work: (reportProgress: ReportProgress) => Promise<T>,
) => Promise<T>;

/** A chain of steps, and the output of the last one. */
interface Steps<Out> {
  /** The steps in the order in which they run. */
  readonly steps: readonly StepSummary[];
  readonly run: (context: StepContext, runWork: RunWork) => Promise<Out>;
  readonly next: <Next>(step: Step<Out, Next>) => Steps<Next>;
  /** Adds steps whose output has the type of their input. Leaves out false. */
  readonly nextAll: (...newSteps: readonly (SameTypeStep<Out> | false)[]) => Steps<Out>;
  /** Like `nextAll`, but runs every check even if one refuses, and then throws all refusals as one. */
  readonly check: (...checks: readonly (SameTypeStep<Out> | false)[]) => Steps<Out>;
}

/** A step whose output has the type of its input. */
type SameTypeStep<In> = StepWithoutOutput<In> | Step<In, In>;

/** Matches the assurance at the end of a refusal, which is written only once for several. */
const repeatedAssurance = /(?:, and|[.;]) the live site is unchanged(?=\.)/gi;

/** Combines the refusals of several checks into one error. */
function combineRefusals(refusals: readonly UserError[]): UserError {
  const [first] = refusals;
  if (first && refusals.length === 1) return first;
  const count = formatCount(refusals.length, 'check');
  return new UserError(
    [
      `${count} refuse this, and the live site is unchanged.`,
      ...refusals.map(({ message }) => message.replaceAll(repeatedAssurance, '')),
    ].join('\n\n'),
  );
}

/** Runs a step, and returns its output, or its input if it has none. */
async function runStep<In>(
  step: SameTypeStep<In>,
  context: StepContext,
  input: In,
  runWork: RunWork,
): Promise<In> {
  const { output } = await runWork(step, async (reportProgress) => {
    return { output: input, ...(await step.run({ ...context, reportProgress }, input)) };
  });
  return output;
}

function chainSteps<Out>(steps: Steps<Out>['steps'], run: Steps<Out>['run']): Steps<Out> {
  const chainAll = (newSteps: readonly (SameTypeStep<Out> | false)[], areChecks: boolean) => {
    const addedSteps = newSteps.filter((each) => each !== false);
    return chainSteps([...steps, ...addedSteps], async (context, runWork) => {
      let output = await run(context, runWork);
      const refusals: UserError[] = [];
      for (const each of addedSteps) {
        if (context.isDry && each.access === 'reads-in-browser') continue;
        try {
          output = await runStep(each, context, output, runWork);
        } catch (error) {
          if (!areChecks || !(error instanceof UserError)) throw error;
          refusals.push(error);
        }
      }
      if (refusals.length > 0) throw combineRefusals(refusals);
      return output;
    });
  };
  return {
    steps,
    run,
    next: (step) =>
      chainSteps([...steps, step], async (context, runWork) => {
        const input = await run(context, runWork);
        return (
          await runWork(step, (reportProgress) => step.run({ ...context, reportProgress }, input))
        ).output;
      }),
    nextAll: (...newSteps) => chainAll(newSteps, false),
    check: (...checks) => chainAll(checks, true),
  };
}

/** The chain without a step, whose output is null. */
export const noSteps = chainSteps<null>([], () => Promise.resolve(null));

/** The plan of a command. The output of its last step is the next ledger, or null if nothing was written. */
export interface CommandPlan extends Pick<Steps<Ledger | null>, 'steps' | 'run'> {
  /** The outcome in a sentence or two, for people. */
  readonly outcome: string;
}
