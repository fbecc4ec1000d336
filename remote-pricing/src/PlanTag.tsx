import type { ReactNode } from 'react';
import type { PlanBasics, Period } from '@shopwright/shared/contracts/plans';
import { ButtonLink } from '@shopwright/shared/ui/Button';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { PlanFeatures } from './PlanFeatures';
import { describePlan } from './known-plans';
import styles from './PlanTag.module.css';
import { formatPrice, periodSuffix } from './format-price';

interface PlanTagProps {
  readonly name: string;
  readonly prices: ReactNode;
  readonly features: ReactNode;
  readonly signUp: string | null;
  /** Whether it is the free option, which has a heading of its own. */
  readonly free?: boolean;
  /** The featured plan has another paper, and the section’s primary action. */
  readonly featured?: boolean;
  /** The period of a plan that is offered in only one period. */
  readonly period?: Period | undefined;
}

/** A hanging price tag: name, price, features, and a link to sign up. */
export function PlanTag(props: PlanTagProps) {
  const { name, prices, features, signUp, free = false, featured = false, period } = props;
  const { icon, audience } = describePlan(name);
  const Element = free ? 'div' : 'li';
  const Heading = free ? 'h4' : 'h3';
  return (
    <Element
      className={featured ? `${styles.tag} ${styles.featured}` : styles.tag}
      data-only={period}
    >
      <img className={styles.icon} loading="lazy" src={icon} alt="" width="64" height="64" />
      <hgroup className={styles.name}>
        <Heading>{name}</Heading>
        {audience !== undefined && <p>{audience}</p>}
      </hgroup>
      {prices}
      <div className={styles.features}>{features}</div>
      <ButtonLink kind={featured ? 'primary' : 'secondary'} href={signUp}>
        Sign Up
        <VisuallyHidden>{` for ${name}`}</VisuallyHidden>
      </ButtonLink>
    </Element>
  );
}

export function FreePlanTag({
  free,
  signUp,
}: Pick<PlanTagProps, 'signUp'> & { readonly free: PlanBasics }) {
  const prices = (
    <p className={styles.prices}>
      <b>{formatPrice(free.price)}</b> <span className={styles.unit}>{periodSuffix.MONTH}</span>
    </p>
  );
  const features = <PlanFeatures codes={free.features} />;
  return <PlanTag name={free.name} prices={prices} features={features} signUp={signUp} free />;
}

/** An empty tag, as large as the tag that will replace it. */
export function BlankPlanTag() {
  return (
    <div className={`${styles.tag} ${styles.blank}`} aria-hidden="true">
      <i className={styles.icon} />
      <i className={styles.name} />
      <i className={styles.prices} />
      <i className={styles.features} />
      <i className={styles.action} />
    </div>
  );
}
