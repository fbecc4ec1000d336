import { periods, type Plan } from '@shopwright/shared/contracts/plans';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import styles from './PlanTag.module.css';
import { formatPrice, periodSuffix } from './format-price';
import type { PlanTagData } from './plan-tags';

/** Shows the old price if it differs, even if it is the lower one. */
function OldPrice({ plan }: { readonly plan: Plan }) {
  return (
    <span className={styles.old}>
      <s>
        <VisuallyHidden>Old price </VisuallyHidden>
        <span>{formatPrice(plan.previousPrice)}</span>
      </s>{' '}
      {plan.previousPrice > plan.price && (
        <span
          className={styles.saving}
        >{`Save ${formatPrice(plan.previousPrice - plan.price)}`}</span>
      )}
    </span>
  );
}

/** A plan's prices in its periods, one over the other. The style sheet shows that of the chosen period. */
export function PlanPrices({ plans }: Pick<PlanTagData, 'plans'>) {
  return (
    <div className={styles.prices}>
      {periods.map((period) => {
        const plan = plans[period];
        if (!plan) return null;
        const differs = plan.previousPrice !== plan.price;
        return (
          <p key={period} className={styles.price} data-period={period}>
            {differs && <VisuallyHidden>Current price </VisuallyHidden>}
            <b>{formatPrice(plan.price)}</b>{' '}
            <span className={styles.unit}>{periodSuffix[period]}</span>
            {differs && <OldPrice plan={plan} />}
          </p>
        );
      })}
    </div>
  );
}
