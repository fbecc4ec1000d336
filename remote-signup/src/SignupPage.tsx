import { useForm } from 'react-hook-form';
import type { SignupPageProps } from 'shared/contracts/remotes';
import { resolveSignUp } from './resolveSignUp';
import { SignUpForm } from './SignUpForm';
import { SignUpStall } from './SignUpStall';
import type { SignUpValues } from './signUpRules';
import styles from './SignupPage.module.css';

/**
 * The create-account page: what this remote exposes. Default export by contract (shared/contracts/remotes).
 * No default values: the inputs' own values stand, so that what was typed before hydration is kept.
 */
export default function SignupPage({ links }: SignupPageProps) {
  const form = useForm<SignUpValues>({ resolver: resolveSignUp });
  return (
    <div data-boundary="signup" className={styles.page}>
      <div className={styles.intro}>
        <h1 className={styles.heading}>Create your account</h1>
        <p className={styles.lede}>Five fields, all needed, and the stall is standing.</p>
        <SignUpStall form={form} className={styles.stall} />
      </div>
      <div className={styles.card}>
        <noscript>
          <p className={styles.noScripts}>
            Creating an account needs scripts, and this browser has them switched off. Sign In works
            without.
          </p>
        </noscript>
        <SignUpForm form={form} signIn={links.signIn} />
      </div>
    </div>
  );
}
