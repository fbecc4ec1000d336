import { memo, useLayoutEffect, useRef } from 'react';
import type { Period } from '@shopwright/shared/contracts/plans';
import styles from './PeriodSwitch.module.css';

interface PeriodSwitchProps {
  /** The only period that has prices, or null if the visitor can choose. */
  readonly only: Period | null;
  /** Whether the switch is disabled, because there is only one period. */
  readonly disabled: boolean;
  /** Id of the element that says why the switch is disabled. It gets the focus that a disabled switch loses. */
  readonly reasonId: string;
  /** The number of months that paying by the year saves in every plan; null if that is not one whole number. */
  readonly monthsFree: number | null;
  /** A CSS class for the position of the switch. */
  readonly className?: string | undefined;
}

/**
 * The Month/Annual switch, and what the annual period saves. The state is only in the input, where the style sheet
 * reads it (`:has(:checked)`), so the switch works before scripts run, and React has no state to restore. The input
 * covers the word that is not chosen, so a click on that word chooses it. The component is memoized because React
 * rewrites the attributes of an input on every render.
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
    // Firefox restores `disabled` after a reload, and React does not correct attributes when it hydrates.
    input.current.disabled = disabled;
    if (!disabled) return;
    if (only) input.current.checked = only === 'YEAR';
    // The switch still has the focus here: browsers remove it from a disabled control only when they paint.
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
