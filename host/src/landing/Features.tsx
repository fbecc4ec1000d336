import { counterArt, storeArt, strongboxArt } from './feature-art';
import styles from './Features.module.css';

const box = '0 0 360 220';

const features = [
  {
    name: 'Fully functional',
    text: 'A whole store from the first day. Not a page that says “coming soon”.',
    art: storeArt,
    box: '0 0 480 320',
  },
  {
    name: 'Live Chat',
    text: 'A customer asks. You answer. Right across the counter.',
    art: counterArt,
    box,
  },
  {
    name: 'Secure Data',
    text: 'Yours and your customers’. It goes in the strongbox, and it stays there.',
    art: strongboxArt,
    box,
  },
] as const;

/** The three features, each with a drawing. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={styles.features}>
      <div className={styles.page}>
        <h2 id="features-title">Everything behind the counter.</h2>
        <ul className={styles.list}>
          {features.map(({ name, text, art, box }) => (
            <li key={name} className={styles.feature}>
              <svg aria-hidden="true" viewBox={box} preserveAspectRatio="xMidYMax">
                {art}
              </svg>
              <div className={styles.text}>
                <h3>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
