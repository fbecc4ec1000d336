import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { Field } from '@shopwright/shared/ui/Field';
import { PasswordField } from './PasswordField';
import { fieldNames, type FieldName, type SignUpValues } from './signUpRules';
import { StrengthHint } from './StrengthHint';
import { SubmitRow } from './SubmitRow';
import { isBusy, useCreateAccount } from './useCreateAccount';
import styles from './SignUpForm.module.css';

interface SignUpFormProps {
  readonly form: UseFormReturn<SignUpValues>;
  readonly signIn: string;
}

const hidden = { password: false, repeatPassword: false };

/** The address that is sent. Text that is no address does not change. */
const shownAddress = (text: string) => readEmailAddress(text)?.shown ?? text;

const inputOf = (form: HTMLFormElement | null, name: FieldName) =>
  form?.querySelector<HTMLInputElement>(`input[name="${name}"]`);

/** The create-account form: five fields, one call, and nothing typed is ever lost. */
export function SignUpForm({ form, signIn }: SignUpFormProps) {
  const { clearErrors, formState, getValues, handleSubmit, register, setValue } = form;
  const { phase, create, makeReady } = useCreateAccount(signIn);
  const [revealed, setRevealed] = useState(hidden);
  const element = useRef<HTMLFormElement>(null);

  // Values that stand in the inputs can differ from what the form library has heard of: typed before hydration,
  // restored by the browser, or filled in by an extension that fires no events.
  const adoptTypedValues = useCallback(() => {
    for (const name of fieldNames) {
      const input = inputOf(element.current, name);
      if (input) setValue(name, input.value);
    }
  }, [setValue]);
  const showAddress = useCallback(
    () => setValue('emailAddress', shownAddress(getValues('emailAddress'))),
    [getValues, setValue],
  );
  useEffect(() => {
    adoptTypedValues();
    // The visitor may have left the field before it was hydrated.
    if (inputOf(element.current, 'emailAddress') !== document.activeElement) showAddress();
  }, [adoptTypedValues, showAddress]);

  // Back from the browser's back/forward cache.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setValue('password', '');
      setValue('repeatPassword', '');
      clearErrors();
      setRevealed(hidden);
      makeReady();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [clearErrors, makeReady, setValue]);

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
    // Safari gives a pressed button no focus; the form keeps it wherever it is pressed.
    const form = event.currentTarget;
    if (!form.contains(document.activeElement)) {
      form.querySelector<HTMLElement>('[type="submit"]')?.focus();
    }
    void handleSubmit(create, focusFirstInvalid)(event);
  };

  const { errors } = formState;
  const error = (name: FieldName) => {
    const message = errors[name]?.message;
    // Passwords that differ have no message.
    return message === '' ? undefined : message;
  };
  const text = (name: FieldName, options = {}) => ({
    ...register(name, options),
    id: `signup-${name}`,
    limit: signUpLimits[name],
    error: error(name),
    'aria-required': true,
  });
  const passwords = (name: keyof typeof hidden) => ({
    limit: signUpLimits[name],
    error: error(name),
    revealed: revealed[name],
    onReveal: (shown: boolean) => setRevealed({ ...revealed, [name]: shown }),
  });

  return (
    // method="dialog": should a submit come before the scripts, the browser sends nothing anywhere.
    <form ref={element} method="dialog" noValidate className={styles.form} onSubmit={submit}>
      <div className={styles.names}>
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
      <PasswordField
        {...passwords('password')}
        label="Password"
        noun="password"
        registration={register('password', { deps: ['repeatPassword'] })}
        hint={<StrengthHint form={form} />}
      />
      <PasswordField
        {...passwords('repeatPassword')}
        label="Repeat password"
        noun="repeated password"
        registration={register('repeatPassword')}
        hint="Must match the password above"
        invalid={errors.repeatPassword !== undefined}
      />
      <SubmitRow phase={phase} signIn={signIn} />
    </form>
  );
}
