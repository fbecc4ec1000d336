import { DecorativePage } from './DecorativePage';
import styles from './DecorativePage.module.css';

/** In sevenths of a fan that is spread 140 degrees. */
const stripes = [-3, -2, -1, 0, 1, 2, 3];

/** Terms & Conditions: empty but for a shape, an awning spread like the shell that its edge is named for. */
export function TermsPage() {
  return (
    <DecorativePage heading="Terms & Conditions">
      <circle className={styles.disc} cx="300" cy="300" r="270" />
      {stripes.map((step) => (
        <g key={step} transform={`rotate(${step * 20} 300 190)`}>
          <path
            className={step % 2 ? styles.tomato : styles.paper}
            d="M300 190 l43.4 246.2 a43.4 43.4 0 0 1 -86.8 0Z"
          />
          <path
            className={styles.fold}
            d="M264.6 390.9 L256.6 436.2 a43.4 43.4 0 0 0 86.8 0 L335.4 390.9 A204 204 0 0 1 264.6 390.9Z"
          />
        </g>
      ))}
      <circle className={styles.butter} cx="300" cy="190" r="30" />
    </DecorativePage>
  );
}
