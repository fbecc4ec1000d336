import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Field.module.css';

type Wired = 'aria-invalid' | 'aria-describedby' | 'className';

interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, Wired> {
  readonly label: string;
  /** A permanent line under the field, tied to it by `aria-describedby`. */
  readonly hint?: ReactNode;
  /** What is wrong, in words. Marks the field invalid. */
  readonly error?: string | undefined;
  /** Marks the field invalid without words: passwords that differ have no message. */
  readonly invalid?: boolean;
  /** Stands inside the field's box at its end, for instance a show-password button. */
  readonly trailing?: ReactNode;
  /** Room for several lines. */
  readonly multiline?: boolean;
}

/**
 * A labelled input or textarea with its hint and its error wired to it. The line for the message is
 * always there, so an error moves nothing.
 */
export function Field(props: FieldProps) {
  const { label, hint, error, invalid = false, trailing, multiline = false, ...control } = props;
  const generated = useId();
  const id = control.id ?? generated;
  // As an input to the compiler too: what a field is given here, both take.
  const Control = (multiline ? 'textarea' : 'input') as 'input';
  const isInvalid = invalid || error !== undefined;
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`];
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <Control
          {...(multiline && { rows: 5 })}
          {...control}
          id={id}
          className={styles.control}
          aria-invalid={isInvalid || undefined}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
        />
        {isInvalid && <Icon name="alert" className={styles.mark} />}
        {trailing}
      </div>
      <div className={styles.notes}>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
