import { useCallback, useRef, useState } from 'react';
import { createAccountPath, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import { postJson } from '@shopwright/shared/http';
import { toasts, type ToastContent } from '@shopwright/shared/toasts';
import { redirectSoon } from './redirect';
import type { SignUpValues } from './sign-up-problems';

/** The texts are prescribed, as is that every failure has the same one. */
const successToast: ToastContent = {
  kind: 'success',
  title: 'Successfully Register!',
  message: 'You will be redirected to login page',
};

const failureToast: ToastContent = {
  kind: 'error',
  title: 'Failed to Register!',
  message: 'Please fill all required fields',
};

/** Milliseconds that the create call may take. */
const timeLimitMs = 30_000;

export const phases = ['ready', 'working', 'failed', 'created'] as const;
export type Phase = (typeof phases)[number];

/** A press in these phases does nothing: the call is running, or the account has been created. */
export const isBusy = (phase: Phase): boolean => phase === 'working' || phase === 'created';

/**
 * Creates an account (README.md, "Behaviour"): the call, its toast and the redirect. Toast and redirect happen even if the
 * form has left the page.
 * @param signIn where a new account's owner signs in
 */
export function useCreateAccount(signIn: string) {
  const [phase, setPhase] = useState<Phase>('ready');
  // Needed in addition to the state, since two presses may come before the next render.
  const current = useRef<Phase>('ready');
  const enter = useCallback((next: Phase) => {
    current.current = next;
    setPhase(next);
  }, []);

  const create = useCallback(
    async (values: SignUpValues): Promise<void> => {
      if (isBusy(current.current)) return;
      enter('working');
      try {
        const payload: SignUpPayload = { user: values };
        await postJson(createAccountPath, payload, timeLimitMs);
      } catch {
        // Visitors get the same text for every failure. The error is dropped, since it could contain a password.
        toasts.show(failureToast);
        enter('failed');
        return;
      }
      toasts.show(successToast);
      redirectSoon(signIn);
      enter('created');
    },
    [enter, signIn],
  );

  /** Makes the form usable again, unless a call is still running. */
  const makeReady = useCallback(() => {
    if (current.current !== 'working') enter('ready');
  }, [enter]);

  return { phase, create, makeReady };
}
