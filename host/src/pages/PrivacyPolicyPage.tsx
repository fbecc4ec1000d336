import { DecorativePage } from './DecorativePage';
import styles from './DecorativePage.module.css';

/** Twelve scallops round a circle. */
const seal =
  'M352 335a14.5 14.5 0 0 1 -7 26a14.5 14.5 0 0 1 -19 19a14.5 14.5 0 0 1 -26 7a14.5 14.5 0 0 1 -26 -7a14.5 14.5 0 0 1 -19 -19a14.5 14.5 0 0 1 -7 -26a14.5 14.5 0 0 1 7 -26a14.5 14.5 0 0 1 19 -19a14.5 14.5 0 0 1 26 -7a14.5 14.5 0 0 1 26 7a14.5 14.5 0 0 1 19 19a14.5 14.5 0 0 1 7 26Z';

/** The privacy policy: empty but for a shape, a letter folded shut and sealed. */
export function PrivacyPolicyPage() {
  return (
    <DecorativePage heading="Privacy Policy">
      <circle className={styles.disc} cx="300" cy="300" r="270" />
      <g transform="rotate(-6 300 310)">
        <path className={styles.fold} d="M118 212h380v236H118Z" />
        <path className={styles.paper} d="M110 200h380v236H110Z" />
        <path className={styles.fold} d="m110 436 166-128q24-18 48 0l166 128Z" />
        <path className={styles.butter} d="M110 200h380L326 344q-26 20-52 0Z" />
        <path
          className={styles.fold}
          d="m110 200 164 144q26 20 52 0l164-144-164 126q-26 20-52 0Z"
        />
        <path className={styles.tomato} d={seal} />
        <path
          className={styles.ink}
          d="M300 308a16 16 0 0 1 9 29l6 27h-30l6-27a16 16 0 0 1 9-29Z"
        />
      </g>
    </DecorativePage>
  );
}
