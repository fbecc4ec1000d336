import * as plans from '@shopwright/shared/contracts/plans';
import * as toasts from '@shopwright/shared/toasts';

/** Packages that remotes of this site share in addition to React. While composing, a remote can require only these. */
export const shared = {
  '@shopwright/shared/toasts': toasts,
  '@shopwright/shared/contracts/plans': plans,
};
