import { DecorativePage } from './DecorativePage';
import styles from './DecorativePage.module.css';

/** Cloth of the awning: five stripes between two arcs round the same point, each ending in a scallop. */
function Awning() {
  const stripes = [-2, -1, 0, 1, 2];
  return stripes.map((step) => (
    <g key={step} transform={`rotate(${step * 17} 300 40)`} className={step % 2 ? styles.paper : styles.tomato}>
      <path d="M276 200 a162 162 0 0 1 48 0 L364 470 a64 64 0 0 1 -128 0 Z" />
      <path className={styles.fold} d="M236 470 a64 64 0 0 0 128 0 l-2.4-16 q-62 14-123.2 0 Z" />
    </g>
  ));
}

/** Terms & Conditions: empty but for a shape. */
export function TermsPage() {
  return (
    <DecorativePage heading="Terms & Conditions">
      <circle className={styles.disc} cx="300" cy="300" r="270" />
      <Awning />
    </DecorativePage>
  );
}
