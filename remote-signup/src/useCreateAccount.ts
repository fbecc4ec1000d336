import { useCallback, useRef, useState } from 'react';
import { createAccountPath, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import { postJson } from '@shopwright/shared/http';
import { toasts, type ToastContent } from '@shopwright/shared/toasts';
import { redirectSoon } from './delayed-redirect';
import type { SignUpValues } from './sign-up-problems';

/** The specification gives the texts, and requires the same text for every failure. */
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

/** Time limit of the create call, in milliseconds. */
const timeLimitMs = 30_000;

export const phases = ['ready', 'working', 'failed', 'created'] as const;
export type Phase = (typeof phases)[number];

/** Returns whether a submit does nothing, because the call is running or the account has been created. */
export const isBusy = (phase: Phase): boolean => phase === 'working' || phase === 'created';

/**
 * Creates an account: makes the create call, shows a toast and redirects (remote-signup/README.md, "Behaviour"). The
 * toast and the redirect follow even if the form has been unmounted.
 * @param signIn URL of the redirect after a success
 */
export function useCreateAccount(signIn: string) {
  const [phase, setPhase] = useState<Phase>('ready');
  // A ref in addition to the state, because the visitor may press the button twice before the next render.
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
        // Every failure has the same text. The error is not logged, because it could contain a password.
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
