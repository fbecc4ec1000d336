import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from 'shared/ui/Button';
import { Field } from 'shared/ui/Field';
import { Icon } from 'shared/ui/Icon';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import { useCapsLock } from './useCapsLock';
import { useHydrated } from './useHydrated';
import styles from './PasswordField.module.css';

interface PasswordFieldProps {
  readonly label: string;
  /** What the toggle shows, for instance "password". */
  readonly noun: string;
  readonly registration: UseFormRegisterReturn;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly invalid?: boolean;
  readonly revealed: boolean;
  readonly onReveal: (revealed: boolean) => void;
  readonly className?: string | undefined;
}

/** A new password's field: it can be shown, pasted into, and tells when Caps Lock on. */
export function PasswordField(props: PasswordFieldProps) {
  const { noun, registration, revealed, onReveal, className, ...field } = props;
  const capsLock = useCapsLock();
  // Without scripts the toggle could do nothing.
  const hydrated = useHydrated();
  const toggle = hydrated && (
    <Button kind="quiet" className={styles.toggle} onClick={() => onReveal(!revealed)}>
      {revealed ? 'Hide' : 'Show'}
      <VisuallyHidden> {noun}</VisuallyHidden>
    </Button>
  );
  return (
    <div className={[styles.password, className].filter(Boolean).join(' ')}>
      <Field
        {...field}
        {...registration}
        {...capsLock.watch}
        id={`signup-${registration.name}`}
        type={revealed ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-required
        trailing={toggle}
        onBlur={(event) => {
          capsLock.forget();
          void registration.onBlur(event);
        }}
      />
      <span aria-live="polite" className={styles.capsLock}>
        {capsLock.isOn && (
          <>
            <Icon name="alert" />
            <span>
              Caps Lock<span className={styles.on}> is on</span>
            </span>
          </>
        )}
      </span>
    </div>
  );
}
