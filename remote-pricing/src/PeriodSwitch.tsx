import { memo, useLayoutEffect, useRef } from 'react';
import type { Period } from '@shopwright/shared/contracts/plans';
import styles from './PeriodSwitch.module.css';

interface PeriodSwitchProps {
  /** The one period that has prices, or null when the visitor may choose. */
  readonly only: Period | null;
  /** Whether there is one period alone. */
  readonly disabled: boolean;
  /** Id of the element that says why it is disabled. Takes the focus that a disabled switch loses. */
  readonly reasonId: string;
  /** Months that a year saves in every plan; null where that is not one whole number. */
  readonly monthsFree: number | null;
  /** A CSS class by which the caller places it. */
  readonly className?: string | undefined;
}

/**
 * The turning sign, and what turning it saves. The browser alone keeps its state and the style sheet reads it
 * (`:has(:checked)`), so it works before any script, and React has nothing to put back when it hydrates. The input
 * lies over the word that is not chosen, so a press chooses the word under it. Memoized, since React rewrites the
 * attributes of an input whenever it renders it.
 */
export const PeriodSwitch = memo(function PeriodSwitch({
  only,
  disabled,
  reasonId,
  monthsFree,
  className,
}: PeriodSwitchProps) {
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    if (!input.current) return;
    // After a reload Firefox restores the attribute, and React patches none as it hydrates.
    input.current.disabled = disabled;
    if (!disabled) return;
    if (only) input.current.checked = only === 'YEAR';
    // The browser drops the focus of a disabled control only when it paints, so it is still here.
    if (document.activeElement === input.current) document.getElementById(reasonId)?.focus();
  }, [only, disabled, reasonId]);

  const saving =
    monthsFree === null ? '' : `${monthsFree} ${monthsFree === 1 ? 'month' : 'months'} free`;
  return (
    <div data-screen-only className={styles.choice}>
      <div className={[styles.sign, className].join(' ')}>
        <input
          ref={input}
          type="checkbox"
          role="switch"
          className={styles.input}
          aria-label="Annual billing"
          aria-describedby={disabled ? reasonId : undefined}
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 gives it to every role
          aria-description={`Off: Month. On: Annual. ${saving}`.trim()}
          disabled={disabled}
          defaultChecked={only === 'YEAR'}
        />
        <span aria-hidden="true">Month</span>
        <span aria-hidden="true">Annual</span>
      </div>
      {saving !== '' && <p className={styles.saving}>{saving}</p>}
    </div>
  );
});
