import { useEffect, useState } from 'react';
import type { Strength } from './passwordStrength';
import type { SignUpValues } from './signUpRules';

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
 * The strength of the password in `values`. The judge is loaded with the first letter; while it is on its
 * way, and for good when it does not come, there is simply no judgement. Tried again when the field was
 * emptied and typed into anew.
 */
export function usePasswordStrength(values: Partial<SignUpValues>): Strength | null {
  const [judge, setJudge] = useState<Judge | null>(null);
  const isTyped = Boolean(values.password);

  useEffect(() => {
    if (!isTyped || judge) return;
    import('./passwordStrength').then(
      ({ judgePassword }) => setJudge(() => judgePassword),
      () => undefined,
    );
  }, [isTyped, judge]);

  return isTyped && judge ? judgeQuietly(judge, values) : null;
}
