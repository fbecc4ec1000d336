import { usePasswordStrength } from './usePasswordStrength';
import type { Strength } from './passwordStrength';
import type { WatchedForm } from './useFormSummary';
import styles from './StrengthHint.module.css';

const words: Readonly<Record<Strength, string>> = {
  weak: 'Easy to guess',
  fair: 'Fair',
  strong: 'Strong',
};

/** Advice under the password, one line in every state. It never blocks anything. */
export function StrengthHint({ form }: { readonly form: WatchedForm }) {
  const strength = usePasswordStrength(form);
  return (
    <span aria-live="polite" className={styles.hint}>
      {strength === null ? (
        'A few words in a row work well.'
      ) : (
        <>
          <span aria-hidden="true" className={styles.meter} data-strength={strength} />
          {words[strength]}
        </>
      )}
    </span>
  );
}
