import { useEffect, useState } from 'react';
import type { Strength } from './passwordStrength';
import type { SignUpValues } from './signUpRules';
import { useFormSummary, type WatchedForm } from './useFormSummary';
import styles from './StrengthHint.module.css';

const words: Readonly<Record<Strength, string>> = {
  weak: 'Easy to guess',
  fair: 'Fair',
  strong: 'Strong',
};

type Judge = (password: string, personal: readonly string[]) => Strength;

function judgeQuietly(judge: Judge, values: Partial<SignUpValues>): Strength | null {
  const { password = '', firstName = '', lastName = '', emailAddress = '' } = values;
  try {
    return judge(password, [firstName, lastName, emailAddress]);
  } catch {
    // Advice that fails is no advice; the message of an error could quote what was judged.
    return null;
  }
}

/**
 * Advice under the password, one line in every state. It never blocks anything. The judge is loaded with the
 * first letter; while it is on its way, and for good when it does not come, there is simply no judgement. Asked
 * for again when the field was emptied and typed into anew.
 */
export function StrengthHint({ form }: { readonly form: WatchedForm }) {
  const [judge, setJudge] = useState<Judge | null>(null);
  const isTyped = useFormSummary(form, ({ password }) => Boolean(password));

  useEffect(() => {
    if (!isTyped || judge) return;
    import(/* webpackChunkName: "password-strength" */ './passwordStrength').then(
      ({ judgePassword }) => setJudge(() => judgePassword),
      () => undefined,
    );
  }, [isTyped, judge]);

  const strength = useFormSummary(form, (values) =>
    judge && values.password ? judgeQuietly(judge, values) : null,
  );
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
