import { activation, type Activation } from './activate';
import { budgetCheck, type BudgetCheck } from './check-budget';
import { releaseCheck, type ReleaseCheck } from './check-release';
import { wayBackCheck, type WayBackCheck } from './check-way-back';
import { composing, type Composing } from './compose';
import { recording, type Recording } from './record';
import { removal, type Removal } from './remove';
import type { Run, StepKind, StepResult } from './step';
import { storing } from './store-pages';
import { type Upload, upload } from './upload';

interface Parameters {
  upload: Upload;
  'check-release': ReleaseCheck;
  compose: Composing;
  'check-budget': BudgetCheck;
  'check-way-back': WayBackCheck;
  'store-pages': object;
  record: Recording;
  activate: Activation;
  remove: Removal;
}
type Kind = keyof Parameters;

type Steps = { readonly [K in Kind]: { readonly do: K } & Readonly<Parameters[K]> };

const kinds: { readonly [K in Kind]: StepKind<Steps[K]> } = {
  upload,
  'check-release': releaseCheck,
  compose: composing,
  'check-budget': budgetCheck,
  'check-way-back': wayBackCheck,
  'store-pages': storing,
  record: recording,
  activate: activation,
  remove: removal,
};

/** One step of a plan, as data. */
export type Step<K extends Kind = Kind> = Steps[K];

/** TypeScript does not see that a step of a kind names that kind. */
function kindOf<K extends Kind>(step: Step<K>): StepKind<Step<K>> {
  const kind: K = step.do;
  return kinds[kind];
}

export function titleOf(step: Step): string {
  return kindOf(step).title(step);
}

/** @throws Refusal, CompositionRefused or Error; what is live is then as it was */
export function runStep(step: Step, run: Run): Promise<StepResult> {
  return kindOf(step).run(step, run);
}
