import { brand } from '@shopwright/shared/brand';
import { ButtonLink } from '@shopwright/shared/ui/Button';
import { Icon } from '@shopwright/shared/ui/Icon';
import { Stall } from '@shopwright/shared/ui/Stall';
import { useSite } from '../site/site';
import styles from './Welcome.module.css';

/** One promise, one primary action, and the stall that builds itself. */
export function Welcome() {
  const { links } = useSite();
  return (
    <section className={styles.welcome}>
      <div className={styles.page}>
        <div className={styles.text}>
          <h1>{brand.promise}</h1>
          <p className={styles.lead}>
            You bring the goods. {brand.name} puts up an online store around them, in a few clicks.
            Starting is free.
          </p>
          <p className={styles.actions} data-screen-only>
            <ButtonLink href={links.signUp}>
              Sign Up
              <Icon name="arrow-right" />
            </ButtonLink>
            <ButtonLink kind="quiet" href={links.pricing}>
              See the prices
            </ButtonLink>
          </p>
        </div>
        <div className={styles.stall} data-screen-only>
          <Stall animated />
        </div>
      </div>
    </section>
  );
}
