import type { FreePlan } from '@shopwright/shared/contracts/plans';
import { PlanFeatures } from './PlanFeatures';
import { BlankTag, PlanTag } from './PlanTag';
import { formatPrice } from './price';
import styles from './PricingSection.module.css';
import tagStyles from './PlanTag.module.css';

interface FreeBlockProps {
  /** Null while it has not come. */
  readonly free: FreePlan | null;
  readonly signUp: string;
}

/** The "try it for FREE" block with its one card. */
export function FreeBlock({ free, signUp }: FreeBlockProps) {
  return (
    <div className={styles.free}>
      <h3 className={styles.freeTitle}>try it for FREE</h3>
      <div className={styles.hang}>
        {free ? (
          <PlanTag
            name={free.name}
            prices={
              <p className={tagStyles.prices}>
                <b>{formatPrice(free.price)}</b>
              </p>
            }
            features={<PlanFeatures codes={free.features} />}
            signUp={signUp}
            free
          />
        ) : (
          <BlankTag />
        )}
      </div>
    </div>
  );
}
