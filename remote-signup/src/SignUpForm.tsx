import { useEffect, useState, type SubmitEvent } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { Field } from '@shopwright/shared/ui/Field';
import { PasswordField } from './PasswordField';
import { fieldNames, type FieldName, type SignUpValues } from './sign-up-problems';
import { StrengthHint } from './StrengthHint';
import { SubmitRow } from './SubmitRow';
import { isBusy, useCreateAccount } from './useCreateAccount';
import { inputOf, useTypedValues } from './useTypedValues';
import styles from './SignUpForm.module.css';

interface SignUpFormProps {
  readonly form: UseFormReturn<SignUpValues>;
  readonly signIn: string;
}

const hidden = { password: false, repeatPassword: false };

/** Calls `onReturn` when the browser restores the page from its back/forward cache. */
function useReturn(onReturn: () => void) {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onReturn();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [onReturn]);
}

/** The state and the handlers of the form: its call, which passwords are shown, and the submit. */
function useSignUp(form: UseFormReturn<SignUpValues>, signIn: string) {
  const { clearErrors, handleSubmit, setValue } = form;
  const { phase, create, makeReady } = useCreateAccount(signIn);
  const [revealed, setRevealed] = useState(hidden);
  const { element, adoptTypedValues, showAddress } = useTypedValues(form);

  useReturn(() => {
    setValue('password', '');
    setValue('repeatPassword', '');
    clearErrors();
    setRevealed(hidden);
    makeReady();
  });

  const focusFirstInvalid = (errors: FieldErrors<SignUpValues>) => {
    const first = fieldNames.find((name) => errors[name]);
    if (first) inputOf(element.current, first)?.focus();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy(phase)) return;
    adoptTypedValues();
    showAddress();
    setRevealed(hidden);
    // Safari does not focus a pressed button, so the form does.
    const { currentTarget } = event;
    if (!currentTarget.contains(document.activeElement)) {
      currentTarget.querySelector<HTMLElement>('[type="submit"]')?.focus();
    }
    void handleSubmit(create, focusFirstInvalid)(event);
  };

  return { element, phase, revealed, setRevealed, showAddress, submit };
}

/** The create-account form: five fields and one call. It never loses typed text. */
export function SignUpForm({ form, signIn }: SignUpFormProps) {
  const { element, phase, revealed, setRevealed, showAddress, submit } = useSignUp(form, signIn);
  const { errors } = form.formState;
  const error = (name: FieldName) => {
    const message = errors[name]?.message;
    // The specification has no message for passwords that differ, so the second field is only marked.
    return message === '' ? undefined : message;
  };
  const text = (name: FieldName, options = {}) => ({
    ...form.register(name, options),
    id: `signup-${name}`,
    limit: signUpLimits[name],
    error: error(name),
    'aria-required': true,
  });
  const password = (name: keyof typeof hidden, options = {}) => ({
    registration: form.register(name, options),
    limit: signUpLimits[name],
    error: error(name),
    revealed: revealed[name],
    onReveal: (shown: boolean) => setRevealed({ ...revealed, [name]: shown }),
  });

  return (
    // method="dialog": if the visitor submits before scripts run, the browser sends no request.
    <form ref={element} method="dialog" noValidate className={styles.form} onSubmit={submit}>
      <div className={`${styles.pair} ${styles.names}`}>
        <Field {...text('firstName')} label="First name" autoComplete="given-name" />
        <Field {...text('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      <Field
        {...text('emailAddress', { onBlur: showAddress })}
        label="Email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={`${styles.pair} ${styles.passwords}`}>
        <PasswordField
          {...password('password', { deps: ['repeatPassword'] })}
          label="Password"
          noun="password"
          hint={<StrengthHint form={form} />}
        />
        <PasswordField
          {...password('repeatPassword')}
          label="Repeat password"
          noun="repeated password"
          hint="Must match the first password"
          invalid={errors.repeatPassword !== undefined}
        />
      </div>
      <SubmitRow phase={phase} signIn={signIn} />
    </form>
  );
}
