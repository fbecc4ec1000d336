import { useId, useSyncExternalStore, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Field.module.css';

/** `disabled`: see Button. */
type Wired = 'aria-invalid' | 'aria-describedby' | 'className' | 'disabled' | 'maxLength';

interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, Wired> {
  readonly label: string;
  /** UTF-16 code units. A longer text is kept, and an error says that it is too long. */
  readonly limit?: number;
  /** A permanent line over the field, tied to it by `aria-describedby`. */
  readonly hint?: ReactNode;
  /** The error, in words. Marks the field invalid. */
  readonly error?: string | undefined;
  /** Marks the field invalid without words: passwords that differ have no message. */
  readonly invalid?: boolean;
  /** Stands inside the field's box at its end, for instance a show-password button. */
  readonly trailing?: ReactNode;
  /** Room for several lines. */
  readonly multiline?: boolean;
}

function watchInput(onInput: () => void) {
  document.addEventListener('input', onInput);
  return () => document.removeEventListener('input', onInput);
}

export const tooLong = (limit: number) => `Use ${limit} characters or fewer.`;

/**
 * A labelled input or textarea with its hint above it and its error right below, both wired to it. The line for the
 * message is always there, so an error moves nothing.
 */
export function Field(props: FieldProps) {
  const { label, limit = Infinity, hint, error, invalid = false, ...attributes } = props;
  const { trailing, multiline = false, ...control } = attributes;
  const generated = useId();
  const id = control.id ?? generated;
  // Typed as an input; a textarea takes all props that a field sets, too.
  const Control = (multiline ? 'textarea' : 'input') as 'input';
  const isInvalid = invalid || error !== undefined;
  const length = () => document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.value.length ?? 0;
  // Checked with each render as well: a field gets no event when its form is reset.
  const isTooLong = useSyncExternalStore(
    watchInput,
    () => length() > limit,
    () => false,
  );
  const isLimitShown = isTooLong && error === undefined;
  const describedBy = [
    error !== undefined && `${id}-error`,
    isLimitShown && `${id}-limit`,
    hint !== undefined && `${id}-hint`,
  ];
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.box}>
        <Control
          {...(multiline && { rows: 5 })}
          {...control}
          id={id}
          className={styles.control}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
        />
        {isInvalid && <Icon name="alert" className={styles.alert} />}
        {trailing}
      </div>
      <div className={styles.notes}>
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
        <div aria-live="polite" className={styles.error}>
          {isLimitShown && <p id={`${id}-limit`}>{tooLong(limit)}</p>}
        </div>
      </div>
    </div>
  );
}
