import * as plans from '@shopwright/shared/contracts/plans';
import * as toasts from '@shopwright/shared/toasts';

/** What remotes of this site share beside React: here, where they are rendered too, nothing else is. */
export const provided = {
  '@shopwright/shared/toasts': toasts,
  '@shopwright/shared/contracts/plans': plans,
};
