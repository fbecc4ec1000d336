import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { signInPrefixes } from '@shopwright/shared/contracts/site-links';

/** Name of the embedded shop's cookie. Over TLS it has the prefix `__Host-`. */
export const shopCookie = 'store_session';

/**
 * Environment variables, calls and time limits (in milliseconds) of this site's services. `plans` has the embedded
 * subscription service, `accounts` the manager, `shop-ui` the one that the specification calls store-ui.
 */
export const serviceTable = {
  variables: {
    subscription: 'SUBSCRIPTION_URL',
    manager: 'MANAGER_URL',
    storeUi: 'STORE_UI_URL',
  },
  calls: [
    { service: 'subscription', path: tablesPath, method: 'GET' },
    { service: 'manager', path: createAccountPath, method: 'POST' },
    { service: 'manager', path: xsrfTokenPath, method: 'GET' },
  ],
  timeLimits: { subscription: 10_000, manager: 30_000 },
  signInPrefixes,
  cookies: [shopCookie],
} as const;
