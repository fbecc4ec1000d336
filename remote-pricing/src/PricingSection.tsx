import { useId } from 'react';
import { periods } from '@shopwright/shared/contracts/plans';
import type { PropsOf } from '@shopwright/shared/contracts/provides';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { switchReason } from './notice-text';
import { PeriodSwitch } from './PeriodSwitch';
import { monthsFree, onlyPeriod } from './plan-tags';
import { PlanList } from './PlanList';
import { BlankPlanTag, FreePlanTag } from './PlanTag';
import { PriceNotice } from './PriceNotice';
import { hasPlans } from './prices-state';
import styles from './PricingSection.module.css';
import { usePrices } from './usePrices';
import type packageJson from '../package.json';

type Props = PropsOf<typeof packageJson, './PricingSection'>;

/** Tags without prices, shown while the prices load and after a failure. */
function BlankList({ isWaiting }: { readonly isWaiting: boolean }) {
  return (
    <>
      <div className={`${styles.hang} ${styles.list}`}>
        <BlankPlanTag />
        <BlankPlanTag />
        <BlankPlanTag />
      </div>
      {isWaiting && <VisuallyHidden>Loading prices…</VisuallyHidden>}
      <noscript>Without scripts the prices cannot be loaded.</noscript>
    </>
  );
}

/**
 * The pricing section (remote-pricing/README.md). It shows the prices in the page at once, and then those of the tables
 * call if they differ. It renders no `<section>` of its own, since the host's has the anchor.
 */
export default function PricingSection({ prices, links }: Props) {
  const { reload, ...state } = usePrices(prices);
  const noticeId = useId();
  const { shownTables } = state;
  const isWaiting = !hasPlans(shownTables) && state.isLoading;
  // A free option is missing for certain only if plans have arrived without one.
  const free = shownTables?.free;
  const hasFreeBlock = free != null || !hasPlans(shownTables);

  return (
    <div data-boundary="pricing" className={styles.pricing} aria-busy={isWaiting || undefined}>
      <h2 id="pricing-title">Pricing you can read off the tag.</h2>
      <p className={styles.lead}>Start free. Move up when your shop does.</p>
      <div className={styles.rail}>
        {hasFreeBlock && (
          <div className={styles.free}>
            <h3 className={styles.freeTitle}>try it for FREE</h3>
            <div className={styles.hang}>
              {free ? <FreePlanTag free={free} signUp={links.signUp} /> : <BlankPlanTag />}
            </div>
          </div>
        )}
        <div className={styles.plans}>
          <div className={styles.bar}>
            <PeriodSwitch
              className={styles.sign}
              only={onlyPeriod(periods.filter((period) => shownTables?.periods[period])) ?? null}
              disabled={switchReason(shownTables) !== null}
              reasonId={noticeId}
              monthsFree={shownTables && monthsFree(shownTables.periods)}
            />
            <PriceNotice id={noticeId} state={state} onTryAgain={reload} />
          </div>
          {hasPlans(shownTables) ? (
            <PlanList plans={shownTables.periods} signUp={links.signUp} />
          ) : (
            <BlankList isWaiting={isWaiting} />
          )}
        </div>
      </div>
      <p className={styles.contact}>
        Not sure what to choose? <a href={links.contact}>Contact Us</a>
      </p>
    </div>
  );
}
