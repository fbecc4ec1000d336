import { createAccountPath, type SignUpPayload } from 'shared/contracts/sign-up';
import { postJson } from 'shared/http';
import type { SignUpValues } from './signUpRules';

/** How long the create call may take, in milliseconds. */
export const createTimeLimitMs = 30_000;

/** Exactly the body of the contract, whatever else `values` carries. */
export function toPayload(values: SignUpValues): SignUpPayload {
  const { firstName, lastName, emailAddress, password, repeatPassword } = values;
  return { user: { firstName, lastName, emailAddress, password, repeatPassword } };
}

/**
 * Makes the create call. Its status alone decides.
 * @throws CallError on any failure; its message never holds what was sent
 */
export function createAccount(values: SignUpValues): Promise<void> {
  return postJson(createAccountPath, toPayload(values), { timeLimitMs: createTimeLimitMs });
}
