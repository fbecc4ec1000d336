import { judgePassword, type Strength } from './password-strength';
import type { SignUpValues } from './sign-up-problems';
import { useFormSummary, type WatchedForm } from './useFormSummary';
import styles from './StrengthHint.module.css';

const words: Readonly<Record<Strength, string>> = {
  weak: 'Easy to guess',
  fair: 'Fair',
  strong: 'Strong',
};

/** @returns null until there is a password to judge */
function judge(values: Partial<SignUpValues>): Strength | null {
  const { password = '', firstName = '', lastName = '', emailAddress = '' } = values;
  return password === '' ? null : judgePassword(password, [firstName, lastName, emailAddress]);
}

/** Advice below the password, one line in every state. It never prevents a submit. */
export function StrengthHint({ form }: { readonly form: WatchedForm }) {
  const strength = useFormSummary(form, judge);
  return (
    <span aria-live="polite" className={styles.hint}>
      {strength === null ? (
        'A few words in a row work well.'
      ) : (
        <>
          <span aria-hidden="true" className={styles.meter} data-strength={strength} />
          <span>{words[strength]}</span>
        </>
      )}
    </span>
  );
}
