import { useForm } from 'react-hook-form';
import type { PropsOf } from '@shopwright/shared/contracts/provides';
import { Stall } from '@shopwright/shared/ui/Stall';
import { SignUpForm } from './SignUpForm';
import { countCompleted, signUpFormOptions, type SignUpValues } from './sign-up-problems';
import { useFormSummary, type WatchedForm } from './useFormSummary';
import styles from './SignupPage.module.css';
import type packageJson from '../package.json';

type Props = PropsOf<typeof packageJson, './SignupPage'>;

/** A decorative stall that gains a piece with each valid field. */
function SignUpStall({ form }: { readonly form: WatchedForm }) {
  const pieces = useFormSummary(form, countCompleted);
  return <Stall animated="each" pieces={pieces} className={styles.stall} />;
}

/**
 * The create-account page, the module that this remote exposes; exposed modules need a default export. The form has no
 * default values: it uses those of its inputs, so that text typed before hydration is kept.
 */
export default function SignupPage({ links }: Props) {
  const form = useForm<SignUpValues>(signUpFormOptions);
  return (
    <div data-boundary="signup" className={styles.page}>
      <div className={styles.intro}>
        <h1 className={styles.heading}>Create your account</h1>
        <p className={styles.lede}>Five fields, all needed, and the stall is standing.</p>
        <SignUpStall form={form} />
      </div>
      <div className={styles.card}>
        <noscript className={styles.noScripts}>
          <span>JavaScript is needed to create an account. Sign In works without it.</span>
        </noscript>
        <SignUpForm form={form} signIn={links.signIn} />
      </div>
    </div>
  );
}
