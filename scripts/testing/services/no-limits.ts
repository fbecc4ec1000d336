import type { Limit, Limits } from '../../services/limits';

const unlimited: Limit = { tries: 1e9, minutes: 1 };

/** Limits that never bite, for tests of other things. */
export const noLimits: Limits = {
  ...{ create: unlimited, createForEmail: unlimited },
  ...{ signIn: unlimited, signInForEmail: unlimited },
  ...{ signals: unlimited, signalsThatDecide: unlimited, signalsWithNewFaults: unlimited },
};
