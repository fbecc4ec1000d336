import { UserError } from '@composed/command/errors';
import { formatCount } from '@composed/command/format';
import type { Count } from '@composed/command/terminal';
import type { Deployment } from '@composed/compose/deployment';
import type { DeploymentSource } from '../../deployments/compose-deployment';
import type { Ledger, Overrides, RollbackCheck } from '../../ledger/ledger';
import type { BuiltRelease } from '../../store/releases';
import type { Alias, ReadableStore } from '../../store/store';
import type { ReleaseTool } from '../../tool/tool';

/** The input that all steps of a plan share, and only read. */
export interface StepContext {
  readonly tool: ReleaseTool;
  readonly ledger: Ledger;
  /** Alias → its target. */
  readonly aliases: ReadonlyMap<Alias, string>;
  readonly builds: ReadonlyMap<string, BuiltRelease>;
  /** The store as it would be with the builds, before they are in it. */
  readonly overlay: ReadableStore;
  /** Says how far the step that runs is. */
  readonly count?: Count;
  /** In a dry run, checks in a browser are left out. */
  readonly isDry?: boolean;
}

/** A deployment on its way from the step that composes it to the one that commits it. */
export interface NextDeployment extends DeploymentSource {
  readonly deployment: Deployment;
  readonly rollbackChecks: RollbackCheck[];
  /** Hashes of pages that were tried in a browser (./check-styles.ts). */
  readonly triedHashes: readonly string[];
  /** Names of pages with markup or styles that were not yet tried in one, one of each kind. */
  readonly untriedNames: readonly string[];
  /** Reasons that were given for skipped checks, and were needed. */
  readonly overrides: Overrides;
  /** The running canary beside the deployment, or why it ends; null where no canary runs. */
  readonly canary: NextDeployment | { readonly problem: string } | null;
}

/** The release of an app that steps publish. */
export interface AppRelease {
  readonly app: string;
  readonly version: string;
}

/** A release that a rollback would bring back. */
export type Rollback = Pick<RollbackCheck, 'app' | 'to'>;

/** A step as the reader of a plan sees it. */
export interface StepSummary {
  /** Title for people. */
  readonly title: string;
  /** Set for a step that writes nothing: a dry run makes it, unless it needs a browser. */
  readonly kind?: 'read-only' | 'needs-browser';
  /** Set for the step that changes the ledger, which everybody sees. */
  readonly commits?: true;
}

/** One step of a plan. */
export interface Step<In, Out> extends StepSummary {
  /**
   * @param input the result of the step before
   * @returns the input of the next step, and a detail for people, or ''
   * @throws UserError or Error
   */
  readonly run: (
    context: StepContext,
    input: In,
  ) => Promise<{ readonly output: Out; readonly detail: string }>;
}

/** A step that changes a deployment on its way, or refuses it. */
export type DeploymentStep = Step<NextDeployment, NextDeployment>;

/** A step that returns its input. */
export interface Task<In = unknown> extends StepSummary {
  readonly run: (context: StepContext, input: In) => Promise<{ readonly detail: string }>;
}

/** Runs the work of a step, and shows the step. */
type Watch = <T extends { readonly detail: string }>(
  step: StepSummary,
  work: (count: Count) => Promise<T>,
) => Promise<T>;

/** The steps of a plan up to one of them, and its result. */
interface Steps<Out> {
  /** Steps in the order of running. */
  readonly steps: readonly StepSummary[];
  readonly run: (context: StepContext, watch: Watch) => Promise<Out>;
  readonly next: <Next>(step: Step<Out, Next>) => Steps<Next>;
  /** Adds steps that return their input; false is left out. */
  readonly nextAll: (...newSteps: readonly SameTypeStep<Out>[]) => Steps<Out>;
  /** Adds steps as `nextAll` does, and runs each even if another one refuses. All refusals are thrown as one. */
  readonly check: (...checks: readonly SameTypeStep<Out>[]) => Steps<Out>;
}

type SameTypeStep<In> = Task<In> | Step<In, In> | false;

/** The end of each refusal, which several of them say once. */
const repeatedAssurance = /(?:, and|[.;]) what is live is as it was(?=\.)/gi;

/** Everything that checks refuse, in one error. */
function combineRefusals(refusals: readonly UserError[]): UserError {
  const [first] = refusals;
  if (first && refusals.length === 1) return first;
  const count = formatCount(refusals.length, 'check');
  return new UserError(
    [
      `${count} refuse this, and what is live is as it was.`,
      ...refusals.map(({ message }) => message.replaceAll(repeatedAssurance, '')),
    ].join('\n\n'),
  );
}

/** Runs a step that returns its input, or another of the same type. */
async function runStep<In>(
  step: Task<In> | Step<In, In>,
  context: StepContext,
  input: In,
  watch: Watch,
): Promise<In> {
  const { output } = await watch(step, async (count) => {
    return { output: input, ...(await step.run({ ...context, count }, input)) };
  });
  return output;
}

function chainSteps<Out>(steps: Steps<Out>['steps'], run: Steps<Out>['run']): Steps<Out> {
  const chainAll = (newSteps: readonly SameTypeStep<Out>[], areChecks: boolean) => {
    const addedSteps = newSteps.filter((each) => each !== false);
    return chainSteps([...steps, ...addedSteps], async (context, watch) => {
      let output = await run(context, watch);
      const refusals: UserError[] = [];
      for (const each of addedSteps) {
        if (context.isDry && each.kind === 'needs-browser') continue;
        try {
          output = await runStep(each, context, output, watch);
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
      chainSteps([...steps, step], async (context, watch) => {
        const input = await run(context, watch);
        return (await watch(step, (count) => step.run({ ...context, count }, input))).output;
      }),
    nextAll: (...newSteps) => chainAll(newSteps, false),
    check: (...checks) => chainAll(checks, true),
  };
}

/** A plan without a step: the first one is given nothing. */
export const begin = chainSteps<null>([], () => Promise.resolve(null));

/** The plan of a command. Its last step makes the next ledger, or null if another command was faster. */
export interface Plan extends Pick<Steps<Ledger | null>, 'steps' | 'run'> {
  /** The outcome in a sentence or two. */
  readonly outcome: string;
}
