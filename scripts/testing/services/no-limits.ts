import { defaultLimits, type Limit, type Limits } from '../../services/limits';

const unlimited: Limit = { burst: 1e9, everyMs: 1 };

/** Limits that never bite, for tests of other things. */
export const noLimits: Limits = {
  ...defaultLimits,
  ...{ create: unlimited, createForEmail: unlimited },
  ...{ signIn: unlimited, signInForEmail: unlimited },
  ...{ identity: unlimited, signals: unlimited, signalsThatDecide: unlimited },
  ...{ signalsWithNewFaults: unlimited },
};
