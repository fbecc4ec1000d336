import { redirectPath } from '@shopwright/shared/contracts/sign-in-redirect';
import inputs from './hostile-inputs.json' with { type: 'json' };

/*
 * `elsewhere` lists targets on another host, in every spelling that some browser or server has accepted as one.
 * `nearly` lists paths that differ slightly from the allowed one.
 */
const { elsewhere, nearly, services, queries, otherPaths } = inputs;

const service = 'serviceName=store-ui';
const path = '/oauth2/authorization/keycloak';

/**
 * Request targets that must never cause a redirect, without duplicates. Some contain characters that HTTP clients
 * refuse to send; only the tests of `isAllowed` can use those.
 */
export const hostileInputs: readonly string[] = [
  ...new Set([
    redirectPath,
    ...[...elsewhere, ...nearly].map((value) => `${redirectPath}?${service}&path=${value}`),
    ...[...elsewhere, ...services].map(
      (value) => `${redirectPath}?serviceName=${value}&path=${path}`,
    ),
    ...queries.map((query) => `${redirectPath}?${query}`),
    ...otherPaths.map((otherPath) => `${otherPath}?${service}&path=${path}`),
  ]),
];
