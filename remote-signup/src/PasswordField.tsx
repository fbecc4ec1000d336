import {
  useDeferredValue,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '@shopwright/shared/ui/Button';
import { Field } from '@shopwright/shared/ui/Field';
import { Icon } from '@shopwright/shared/ui/Icon';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import styles from './PasswordField.module.css';

interface PasswordFieldProps {
  readonly label: string;
  /** The noun that the toggle shows, for instance "password". */
  readonly noun: string;
  readonly limit: number;
  readonly registration: UseFormRegisterReturn;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly invalid?: boolean;
  readonly revealed: boolean;
  readonly onReveal: (revealed: boolean) => void;
  readonly className?: string | undefined;
}

/** The field for a new password. The visitor can show the text and paste into it, and is told if Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { noun, registration, revealed, onReveal, className, ...field } = props;
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent | MouseEvent) =>
    setCapsLock(event.getModifierState('CapsLock'));
  // False in prerendered markup and during hydration, since the toggle does nothing without scripts.
  const hydrated = useDeferredValue(true, false);
  const toggle = hydrated && (
    <Button kind="quiet" className={styles.toggle} onClick={() => onReveal(!revealed)}>
      <span>{revealed ? 'Hide' : 'Show'}</span>
      <VisuallyHidden> {noun}</VisuallyHidden>
    </Button>
  );
  return (
    <div className={[styles.password, className].filter(Boolean).join(' ')}>
      <Field
        {...field}
        {...registration}
        id={`signup-${registration.name}`}
        type={revealed ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-required
        trailing={toggle}
        onKeyDown={look}
        onKeyUp={look}
        onMouseDown={look}
        onBlur={(event) => {
          setCapsLock(false);
          void registration.onBlur(event);
        }}
      />
      <span aria-live="polite" className={styles.capsLock}>
        {capsLock && (
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
