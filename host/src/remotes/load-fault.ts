import type { FaultStage } from 'shared/faults/report';

/** A failed attempt to load a remote: how far it came, and the reason. */
export class LoadFault extends Error {
  constructor(
    readonly stage: FaultStage,
    override readonly cause: unknown,
  ) {
    super(stage);
  }
}

/** Says which stage `work` is, unless a stage inside it has said so already. */
export async function inStage<T>(stage: FaultStage, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof LoadFault ? cause : new LoadFault(stage, cause);
  }
}
