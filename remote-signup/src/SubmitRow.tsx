import { useId } from 'react';
import { Button } from 'shared/ui/Button';
import { isBusy, type Phase } from './useCreateAccount';
import styles from './SubmitRow.module.css';

const labels: Readonly<Record<Phase, string>> = {
  ready: 'Sign Up',
  working: 'Signing up…',
  failed: 'Sign Up',
  created: 'Account created',
};

/** Quiet lines beside the button; the one for a failure is the same whatever went wrong. */
const lines: Readonly<Record<Phase, string>> = {
  ready: 'Next, you sign in with your email and password.',
  working: 'One moment. Your account is on its way.',
  failed: 'What you typed is still here. Try again, or sign in.',
  created: 'Your account is ready. Taking you to sign in.',
};

interface SubmitRowProps {
  readonly phase: Phase;
  readonly signIn: string;
}

/** The button with its quiet line, and the way in for those who have an account. */
export function SubmitRow({ phase, signIn }: SubmitRowProps) {
  const lineId = useId();
  return (
    <>
      <div className={styles.row}>
        <Button type="submit" aria-disabled={isBusy(phase) || undefined} aria-describedby={lineId}>
          {labels[phase]}
        </Button>
        <p id={lineId} aria-live="polite" className={styles.line}>
          {lines[phase]}
        </p>
      </div>
      <p className={styles.signIn}>
        Already have an account? <a href={signIn}>Sign In</a>
      </p>
    </>
  );
}
