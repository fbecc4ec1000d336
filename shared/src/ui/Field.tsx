import { useId, useSyncExternalStore, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Field.module.css';

/** Attributes that Field sets itself, and `disabled`, for the reasons given in Button. */
type ReservedAttribute =
  'aria-invalid' | 'aria-describedby' | 'className' | 'disabled' | 'maxLength';

interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, ReservedAttribute> {
  readonly label: string;
  /** Maximum length in UTF-16 code units. The field does not cut a longer text, but shows an error. */
  readonly limit?: number;
  /** A permanent text above the input, which `aria-describedby` refers to. */
  readonly hint?: ReactNode;
  /** Error message. Marks the field as invalid. */
  readonly error?: string | undefined;
  /** Marks the field as invalid without a message, for example if the passwords differ. */
  readonly invalid?: boolean;
  /** Shown inside the box after the input, for example a show-password button. */
  readonly trailing?: ReactNode;
  /** Renders a textarea. */
  readonly multiline?: boolean;
}

function watchInput(onInput: () => void) {
  document.addEventListener('input', onInput);
  return () => document.removeEventListener('input', onInput);
}

export const tooLong = (limit: number) => `Use ${limit} characters or fewer.`;

/**
 * A labelled input or textarea, with its hint above it and its error below it; `aria-describedby` refers to both. The
 * space for the error is always reserved, so that an error does not move the layout.
 */
export function Field(props: FieldProps) {
  const { label, limit = Infinity, hint, error, invalid = false, ...attributes } = props;
  const { trailing, multiline = false, ...control } = attributes;
  const generated = useId();
  const id = control.id ?? generated;
  // Typed as an input. A textarea accepts all props that Field sets, too.
  const Control = (multiline ? 'textarea' : 'input') as 'input';
  const isInvalid = invalid || error !== undefined;
  const length = () => document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.value.length ?? 0;
  // React reads the length on each render as well, because the reset of a form fires no `input` event.
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
