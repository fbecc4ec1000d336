import { redirectPath } from '@shopwright/shared/contracts/redirect';
import inputs from './hostile-inputs.json' with { type: 'json' };

/*
 * `elsewhere` has targets on another host, in every spelling that some browser or server has read as one. `nearly`
 * has paths that are almost the allowed one.
 */
const { elsewhere, nearly, services, queries, otherPaths } = inputs;

const service = 'serviceName=store-ui';
const path = '/oauth2/authorization/keycloak';

/**
 * Request targets that must never become a redirect; each once. Some hold
 * characters that no client may send; they are for the pure function.
 */
export const hostileInputs: readonly string[] = [
  ...new Set([
    redirectPath,
    ...[...elsewhere, ...nearly].map((value) => `${redirectPath}?${service}&path=${value}`),
    ...[...elsewhere, ...services].map(
      (value) => `${redirectPath}?serviceName=${value}&path=${path}`,
    ),
    ...queries.map((query) => `${redirectPath}?${query}`),
    ...otherPaths.map((other) => `${other}?${service}&path=${path}`),
  ]),
];
