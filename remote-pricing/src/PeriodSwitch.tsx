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
  /** A class of its surroundings. */
  readonly className?: string | undefined;
}

/**
 * The turning sign. The browser alone keeps its state and the style sheet reads it (`:has(:checked)`), so
 * it works before any script, and React has nothing to put back when it hydrates. Memoized, since React
 * rewrites the attributes of an input whenever it renders it, and fresh prices are none of its business.
 */
export const PeriodSwitch = memo(function PeriodSwitch({
  only,
  disabled,
  reasonId,
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

  return (
    <label data-screen-only className={[styles.sign, className].join(' ')}>
      <input
        ref={input}
        type="checkbox"
        role="switch"
        className={styles.input}
        aria-label="Annual billing"
        aria-describedby={disabled ? reasonId : undefined}
        disabled={disabled}
        defaultChecked={only === 'YEAR'}
      />
      <span aria-hidden="true">Month</span>
      <span aria-hidden="true">Annual</span>
    </label>
  );
});
