import { useId } from 'react';
import { Button } from 'shared/ui/Button';
import { isBusy, type Phase } from './useCreateAccount';
import styles from './SubmitRow.module.css';

const labels: Readonly<Record<Phase, string>> = {
  ready: 'Sign Up',
  working: 'Creating your account…',
  failed: 'Sign Up',
  created: 'Account created',
};

/** Quiet lines beside the button; the one for a failure is the same whatever went wrong. */
const lines: Readonly<Record<Phase, string>> = {
  ready: '',
  working: 'One moment.',
  failed: 'What you typed is still here. Try again, or sign in below.',
  created: 'Taking you to sign in.',
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
        <Button
          type="submit"
          className={styles.submit}
          aria-disabled={isBusy(phase) || undefined}
          aria-describedby={lineId}
        >
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
