import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { periods, type Period, type PlansByPeriod } from '@shopwright/shared/contracts/plans';
import { Button } from '@shopwright/shared/ui/Button';
import { onlyPeriod, toPlanTags, type PlanTagData } from './plan-tags';
import { PlanFeatures } from './PlanFeatures';
import { PlanPrices } from './PlanPrices';
import { PlanTag } from './PlanTag';
import styles from './PricingSection.module.css';

/** Number of plans per period that are shown at first, and that each press of "Show more plans" adds. */
const batchSize = 12;

function TagFeatures({ plans }: Pick<PlanTagData, 'plans'>) {
  const month = plans.MONTH?.features;
  const year = plans.YEAR?.features;
  const same = !month || !year || month.join('\n') === year.join('\n');
  if (same) return <PlanFeatures codes={month ?? year ?? []} />;
  return (
    <>
      <PlanFeatures codes={month} period="MONTH" />
      <PlanFeatures codes={year} period="YEAR" />
    </>
  );
}

interface PlanListProps {
  readonly plans: PlansByPeriod;
  readonly signUp: string | null;
}

/** The tags of both periods. The style sheet shows only those of the chosen period. */
export function PlanList({ plans, signUp }: PlanListProps) {
  const [limit, setLimit] = useState(batchSize);
  const tags = useMemo(() => toPlanTags(plans, limit), [plans, limit]);
  // Features the middle tag if there are exactly three.
  const featured = tags.length === 3 ? 1 : null;
  const list = useRef<HTMLUListElement>(null);
  /** The period whose button was pressed, and the items that were shown before. */
  const before = useRef<{ period: Period; items: Element[] }>(null);
  const itemsOf = (period: Period) =>
    Array.from(list.current?.children ?? []).filter(
      (item) => (item.getAttribute('data-only') ?? period) === period,
    );

  const showMore = (period: Period) => {
    before.current = { period, items: itemsOf(period) };
    setLimit((shown) => shown + batchSize);
  };

  // Focuses the first added tag, because the focus is lost if the button disappears.
  useLayoutEffect(() => {
    if (!before.current) return;
    const { period, items } = before.current;
    before.current = null;
    const addedItem = itemsOf(period).find((item) => !items.includes(item));
    const heading = addedItem?.querySelector('h3');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [limit]);

  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops it with the markers */}
      <ul role="list" aria-label="Plans" className={`${styles.hang} ${styles.list}`} ref={list}>
        {tags.map(({ key, name, plans: tagPlans }, index) => (
          <PlanTag
            key={key}
            featured={index === featured}
            name={name}
            period={onlyPeriod(periods.filter((period) => tagPlans[period]))}
            prices={<PlanPrices plans={tagPlans} />}
            features={<TagFeatures plans={tagPlans} />}
            signUp={signUp}
          />
        ))}
      </ul>
      {periods
        .filter((period) => (plans[period]?.length ?? 0) > limit)
        .map((period) => (
          <div key={period} className={styles.more} data-only={period} data-screen-only>
            <Button kind="secondary" onClick={() => showMore(period)}>
              Show more plans
            </Button>
          </div>
        ))}
    </div>
  );
}
