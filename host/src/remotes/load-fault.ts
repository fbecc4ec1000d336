import type { FaultStage } from 'shared/fault-report';

/** Why an attempt to load a remote failed, and at which stage. */
export class LoadFault extends Error {
  constructor(
    readonly stage: FaultStage,
    override readonly cause: unknown,
  ) {
    super(stage);
  }
}

/** Rejects with a LoadFault of this stage when `work` fails, unless a stage inside it has done so. */
export async function inStage<T>(stage: FaultStage, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof LoadFault ? cause : new LoadFault(stage, cause);
  }
}
