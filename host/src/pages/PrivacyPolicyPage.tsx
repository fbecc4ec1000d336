import { DecorativePage } from './DecorativePage';
import styles from './DecorativePage.module.css';

/** The privacy policy: empty but for a shape, a letter folded shut and sealed. */
export function PrivacyPolicyPage() {
  return (
    <DecorativePage heading="Privacy Policy">
      <circle className={styles.disc} cx="300" cy="300" r="270" />
      <g transform="rotate(-6 300 310)">
        <path className={styles.paper} d="M110 200h380v230H110Z" />
        <path className={styles.fold} d="M110 430 270 300h60l160 130Z" />
        <path className={styles.butter} d="M110 200h380L318 338q-18 14-36 0Z" />
        <path className={styles.tomato} d="M300 268l14 10 17-2 7 16 16 7-2 17 10 14-10 14 2 17-16 7-7 16-17-2-14 10-14-10-17 2-7-16-16-7 2-17-10-14 10-14-2-17 16-7 7-16 17 2Z" />
        <path className={styles.fold} d="M274 330l18 18 34-34" />
      </g>
    </DecorativePage>
  );
}
