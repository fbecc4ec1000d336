import { budgetCheck, budgetNote } from './check-budget';
import { hydrationCheck } from './check-hydration';
import { wayBackCheck } from './check-way-back';
import { canaryRenewal, composing, storing } from './compose';
import { activation, recording, removal } from './record';
import type { StepKind } from './step';
import { releaseCheck, upload } from './upload';

const kinds = {
  upload,
  'check-release': releaseCheck,
  compose: composing,
  'check-budget': budgetCheck,
  'note-budget': budgetNote,
  'check-hydration': hydrationCheck,
  'check-way-back': wayBackCheck,
  'store-pages': storing,
  'renew-canary': canaryRenewal,
  record: recording,
  activate: activation,
  remove: removal,
};
type Kinds = typeof kinds;
type Parameters<K extends keyof Kinds> = Kinds[K] extends StepKind<infer P> ? Readonly<P> : never;
type Steps = { readonly [K in keyof Kinds]: { readonly do: K } & Parameters<K> };

/** One step of a plan, as data. */
export type Step<K extends keyof Kinds = keyof Kinds> = Steps[K];

/** TypeScript does not see that a step of a kind names that kind. */
export function kindOf<K extends keyof Kinds>(step: Step<K>): StepKind<Step<K>> {
  const all: { readonly [Each in keyof Kinds]: StepKind<Steps[Each]> } = kinds;
  return all[step.do];
}
