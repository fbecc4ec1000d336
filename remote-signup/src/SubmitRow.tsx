import { useDeferredValue, useId } from 'react';
import { Button } from '@shopwright/shared/ui/Button';
import { isBusy, type Phase } from './useCreateAccount';
import styles from './SubmitRow.module.css';

/**
 * Texts of the button and of the line next to it. After a success the line is empty, because the toast says what
 * happens next.
 */
const texts: Readonly<Record<Phase, readonly [label: string, line: string]>> = {
  ready: ['Sign Up', 'Next, you sign in with your email and password.'],
  working: ['Signing up…', 'One moment. Your account is on its way.'],
  failed: ['Sign Up', 'What you typed is still here. Try again, or sign in.'],
  created: ['Account created', ''],
};

/** The line for a browser that blocks cookies, in which the create call cannot succeed. */
const cookieless = 'Your browser blocks cookies for this site. Allow them to sign up.';

/**
 * Returns whether the browser stores cookies. If a visitor blocks them, `navigator.cookieEnabled` stays true in
 * Chromium, but `localStorage` throws.
 */
function keepsCookies(): boolean {
  try {
    void localStorage;
    return navigator.cookieEnabled;
  } catch {
    return false;
  }
}

interface SubmitRowProps {
  readonly phase: Phase;
  readonly signIn: string;
}

/** The button with the line next to it, and a link to sign in. */
export function SubmitRow({ phase, signIn }: SubmitRowProps) {
  const lineId = useId();
  const [label, line] = texts[phase];
  // Prerendering has no browser to ask, so the prerendered page assumes that it stores cookies.
  const canSignUp = useDeferredValue(keepsCookies(), true);
  return (
    <>
      <div className={styles.row}>
        <Button type="submit" aria-disabled={isBusy(phase) || undefined} aria-describedby={lineId}>
          {label}
        </Button>
        <p id={lineId} aria-live="polite" className={styles.line}>
          {canSignUp || isBusy(phase) ? line : cookieless}
        </p>
      </div>
      <p className={styles.signIn}>
        Already have an account? <a href={signIn}>Sign In</a>
      </p>
    </>
  );
}
