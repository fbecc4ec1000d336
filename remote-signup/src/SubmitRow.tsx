import { useDeferredValue, useId } from 'react';
import { Button } from '@shopwright/shared/ui/Button';
import { isBusy, type Phase } from './useCreateAccount';
import styles from './SubmitRow.module.css';

/**
 * Texts of the button, and of the quiet line beside it. All failures have the same line; after a success the toast says
 * what follows.
 */
const texts: Readonly<Record<Phase, readonly [label: string, line: string]>> = {
  ready: ['Sign Up', 'Next, you sign in with your email and password.'],
  working: ['Signing up…', 'One moment. Your account is on its way.'],
  failed: ['Sign Up', 'What you typed is still here. Try again, or sign in.'],
  created: ['Account created', ''],
};

/** The line where no call can succeed, however often it is tried. */
const cookieless = 'Signing up needs a cookie. This browser keeps none here.';

/** Whether this browser keeps cookies. Chromium says yes where a person blocked them, but denies storage. */
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

/** The button with its quiet line, and the way in for those who have an account. */
export function SubmitRow({ phase, signIn }: SubmitRowProps) {
  const lineId = useId();
  const [label, line] = texts[phase];
  // Prerendered markup knows of no browser.
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
