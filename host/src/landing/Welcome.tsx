import { brand } from '@shopwright/shared/brand';
import { ButtonLink } from '@shopwright/shared/ui/Button';
import { Icon } from '@shopwright/shared/ui/Icon';
import { Stall } from '@shopwright/shared/ui/Stall';
import { useSite } from '../site/site';
import styles from './Welcome.module.css';

/** The online store on a phone, in front of the stall: both drawings have the same grid. */
const shop = (
  <svg aria-hidden="true" viewBox="0 0 480 402" className={`${styles.drawing} ${styles.shop}`}>
    <path
      fill="var(--ink)"
      d="M376 210h84a14 14 0 0 1 14 14v162a14 14 0 0 1-14 14h-84a14 14 0 0 1-14-14V224a14 14 0 0 1 14-14Z"
    />
    <path fill="var(--paper)" d="M370 218h96v174h-96z" />
    <path fill="var(--butter)" d="M377 274h82v66h-82z" />
    <path
      fill="var(--tomato)"
      d="M370 218h19v16a9 9 0 0 1-19 0zM408 218h20v16a9 9 0 0 1-20 0zM447 218h19v16a9 9 0 0 1-19 0zM398 311h40l-5 29h-30z"
    />
    <path
      fill="var(--market-green)"
      d="M418 311q-23-5-21-27 19 2 21 27 2-32 22-34 5 27-22 34ZM377 366h82v18h-82z"
    />
    <text x="377" y="266" fontSize="14" fill="var(--ink)">
      Ada’s Pantry
    </text>
    <text x="377" y="359" fontSize="14" fill="var(--ink)">
      $14.00
    </text>
  </svg>
);

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
          <p className={styles.facts}>Five fields to sign up. Plans by the month or by the year.</p>
        </div>
        <div className={styles.stall} data-screen-only>
          <Stall animated className={styles.drawing} />
          {shop}
        </div>
      </div>
    </section>
  );
}
