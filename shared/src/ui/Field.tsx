import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Field.module.css';

interface FieldBasics {
  readonly label: string;
  /** A permanent line under the field, tied to it by `aria-describedby`. */
  readonly hint?: ReactNode;
  /** What is wrong, in words. Marks the field invalid. */
  readonly error?: string | undefined;
  /** Marks the field invalid without words: passwords that differ have no message. */
  readonly invalid?: boolean;
  /** Stands inside the field's box at its end, for instance a show-password button. */
  readonly trailing?: ReactNode;
}

type Wired = 'aria-invalid' | 'aria-describedby' | 'className';
type OneLine = { readonly multiline?: false } & Omit<ComponentPropsWithRef<'input'>, Wired>;
type ManyLines = { readonly multiline: true } & Omit<ComponentPropsWithRef<'textarea'>, Wired>;

export type FieldProps = FieldBasics & (OneLine | ManyLines);

/**
 * A labelled input or textarea with its hint and its error wired to it. The line for the message is
 * always there, so an error moves nothing.
 */
export function Field({ label, hint, error, invalid = false, trailing, ...control }: FieldProps) {
  const generated = useId();
  const id = control.id ?? generated;
  const isInvalid = invalid || error !== undefined;
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`];
  const wiring = {
    id,
    className: styles.control,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        {renderControl(control, wiring)}
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

function renderControl(
  control: OneLine | ManyLines,
  wiring: ComponentPropsWithRef<'input' | 'textarea'>,
) {
  if (control.multiline) {
    const { multiline: _, ...textarea } = control;
    return <textarea rows={5} {...textarea} {...(wiring as ComponentPropsWithRef<'textarea'>)} />;
  }
  const { multiline: _, ...input } = control;
  return <input {...input} {...(wiring as ComponentPropsWithRef<'input'>)} />;
}
